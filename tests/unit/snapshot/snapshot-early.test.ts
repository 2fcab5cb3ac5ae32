import { runInThisContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { requestEarly, takeEarlyRequest, type EarlyOptions } from '../../../src/browser/snapshot-early.ts';

const OPTIONS: EarlyOptions = {
  endpoint: 'https://here.invalid/functions/v1/snapshot',
  image: 'https://here.invalid/image/{id}?lang=en',
  small: 'https://here.invalid/small?lang=en',
  origin: 'https://here.invalid',
  place: 'place',
  status: 'status',
  texts: { fetching: 'Fetching…', loadingImage: 'Loading image…' },
};

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page at an address, whose endpoint answers `reply`; pictures of `broken` addresses can't be decoded. */
const open = (search: string, reply: string | Error, broken = /never/) => {
  const asked: string[] = [];
  const shown = new Set<FakeImage>();
  const hung: string[] = [];
  const said: string[] = [];
  class FakeImage {
    src = '';
    async decode(): Promise<void> {
      if (broken.test(this.src)) throw new Error('broken');
    }
    remove(): void {
      shown.delete(this);
    }
  }
  const elements: Readonly<Record<string, unknown>> = {
    place: {
      append: (image: FakeImage) => {
        shown.add(image);
        hung.push(image.src);
      },
    },
    status: {
      set textContent(text: string) {
        said.push(text);
      },
    },
  };
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('snapshotEarly', undefined);
  vi.stubGlobal('location', { search, origin: 'https://cueboard.test' });
  vi.stubGlobal('document', { getElementById: (id: string) => elements[id] });
  vi.stubGlobal('Image', FakeImage);
  vi.stubGlobal('fetch', async (address: URL) => {
    asked.push(address.href);
    if (reply instanceof Error) throw reply;
    return { text: async () => reply };
  });
  // As the page carries it: nothing but its own source.
  runInThisContext(`(${requestEarly.toString()})(${JSON.stringify(OPTIONS)})`);
  return { asked, said, hung, sources: () => [...shown].map(({ src }) => src) };
};

test('asks for the latest picture, shows it in its place and hands the answer over once', async () => {
  const reply = '{"ok":true,"id":"a/b"}';
  const { asked, said, sources } = open('?venue=x&match=%20demo-b1%20', reply);
  expect(asked).toEqual(['https://cueboard.test/functions/v1/snapshot?latest=1&matchId=demo-b1']);
  await window.snapshotEarly?.settled;
  const early = window.snapshotEarly;
  expect(sources()).toEqual([
    `https://cueboard.test/image/a%2Fb?lang=en&t=${Math.floor(early?.sentMillis ?? 0)}`,
  ]);
  expect(asked).toHaveLength(1);
  expect(said).toEqual(['Fetching…', 'Loading image…']);
  expect(takeEarlyRequest('demo-b1')).toBe(early);
  await expect(early?.answer).resolves.toBe(reply);
  expect(takeEarlyRequest('demo-b1')).toBeUndefined();
});

test('a small copy of our own service comes first, without waiting for an id, and leaves for the picture', async () => {
  const { hung, sources } = open('?match=demo-b1', '{"ok":true,"id":"a"}');
  await window.snapshotEarly?.settled;
  expect(hung).toEqual([
    'https://cueboard.test/small?lang=en&matchId=demo-b1',
    expect.stringContaining('/image/a?'),
  ]);
  expect(sources()).toEqual(hung.slice(1));
});

test('an address that doesn’t work leaves nothing behind', async () => {
  const reply = '{"ok":true,"id":"a","capturedAt":"2026-11-21T20:00:00Z"}';
  const { sources } = open('?match=demo-b1', reply, /./);
  await window.snapshotEarly?.settled;
  expect(sources()).toEqual([]);
});

test.each(['<html>', '{"ok":false,"error":"closed"}', '{"ok":true}', 'null'])(
  'an answer %j shows nothing, and is handed over',
  async (reply) => {
    const { sources } = open('?match=demo-b1', reply);
    await window.snapshotEarly?.settled;
    expect(sources()).toEqual([]);
    await expect(takeEarlyRequest('demo-b1')?.answer).resolves.toBe(reply);
  },
);

test('an endpoint that is down is settled, and handed over as that', async () => {
  open('?match=demo-b1', new Error('refused'));
  await window.snapshotEarly?.settled;
  await expect(takeEarlyRequest('demo-b1')?.answer).rejects.toThrow('refused');
});

test('without a match nothing is asked; for another match nothing is handed over', () => {
  expect(open('?venue=demo', '{}').asked).toEqual([]);
  expect(takeEarlyRequest('demo-b1')).toBeUndefined();
  open('?match=demo-b1', '{}');
  expect(takeEarlyRequest('demo-b2')).toBeUndefined();
});
