import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { fuzz } from '../common/fuzz/index.ts';
import { installation } from './folders.ts';
import { originOf, PATIENCE, run } from './processes.ts';
import { writeSmallSite } from './small-site.ts';

/** A short one of `npm run bench -- fuzz`, always the same. */

test(
  'odd requests to everything are nobody’s error but their sender’s, and scorers save meanwhile',
  async () => {
    const folder = installation();
    const dist = writeSmallSite();
    onTestFinished(() => rmSync(dist, { recursive: true, force: true }));
    const server = run('tests/embedded/server-process.ts', [folder, dist]);
    const origin = (await originOf(server)).replace('localhost', '127.0.0.1');
    const { outcomes, errors, saveMillis, failedSaves } = await fuzz({
      origin,
      folder,
      seed: 1,
      requests: 2000,
    });
    expect({ errors, failedSaves }).toEqual({ errors: [], failedSaves: [] });
    expect(saveMillis.length).toBeGreaterThan(50);
    // What everybody is refused would hide what lies behind.
    for (const target of [
      'functions',
      'tables',
      'site',
      'shared links',
      'pictures',
      'uploads',
      'broadcasts',
      'auth',
    ]) {
      expect([target, outcomes[target]?.['2xx']]).toEqual([target, expect.any(Number)]);
    }
    expect(outcomes['sockets']?.['101']).toBeGreaterThan(20);
    expect(server.child.exitCode).toBeNull();
  },
  PATIENCE.timeout,
);
