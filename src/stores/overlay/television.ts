import { onNotify, type ReadableAtom } from 'nanostores';
import {
  needsCode,
  TELEVISION,
  televisionOf,
  type Assignment,
  type TelevisionView,
} from '../../core/follow/television.ts';
import { televisionsFragment } from '../../core/tables/fragment.ts';
import { derived } from '../derived.ts';
import { onBrowserMount } from '../environment/browser-mount.ts';
import type { TelevisionEnvironment } from '../environment/television.ts';
import { createFollower } from '../follow.ts';
import { createKept } from '../kept.ts';
import { createTelevisionTables, type TelevisionTables } from './television-tables.ts';

export interface Television {
  readonly $view: ReadableAtom<TelevisionView>;
  readonly tables: Omit<TelevisionTables, 'forget'>;
  /** The desk's address for entering a code. */
  readonly pairingAddress: (deskPath: string, code: string) => string;
}

/**
 * A television, with its state stored on this device so that it survives a power cut. If storage is blocked, it
 * stays paired only while its page is open.
 */
export const createTelevision = (environment: TelevisionEnvironment): Television => {
  const { television, newSecret, now, address } = environment;
  const keptSecret = createKept<string>(environment, 'television-secret-1');
  const keptAssignment = createKept<Assignment>(environment, 'television-1');
  let secret: string | null = null;

  const ownSecret = (): string => {
    if (secret !== null) return secret;
    secret = keptSecret.read() ?? newSecret();
    keptSecret.keep(secret);
    return secret;
  };

  const { $state, follow } = createFollower({
    subject: TELEVISION,
    known: televisionOf(null),
    environment,
    ask: ({ known }) =>
      needsCode(known, now())
        ? television().beginPairing(ownSecret())
        : television().askTelevision(ownSecret()),
    listen: (topic, { told, ...listener }) =>
      television().listenTelevision(topic, { ...listener, changed: () => told(undefined) }),
  });
  const $view = derived([$state], ({ known }) => known.view);
  const { forget, ...tables } = createTelevisionTables(environment, $view);

  let shown = $state.get().known.view;
  /** When unpaired, it deletes everything of the venue from this device and takes a new secret. */
  const keep = (): void => {
    const before = shown;
    shown = $state.get().known.view;
    if (shown === before) return;
    if (shown.status === 'paired') keptAssignment.keep(shown.assignment);
    else if (before.status === 'paired') {
      secret = newSecret();
      keptSecret.keep(secret);
      keptAssignment.forget();
      forget();
    }
  };

  onBrowserMount($view, () => {
    const unwatch = onNotify($state, keep);
    const kept = keptAssignment.read();
    const end = follow(kept ? televisionOf(kept) : $state.get().known);
    return () => {
      end();
      unwatch();
    };
  });

  return {
    $view,
    tables,
    pairingAddress: (deskPath, code) => `${address().origin}${deskPath}${televisionsFragment(code)}`,
  };
};
