import { describe, expect, test } from 'vitest';
import {
  callAddress,
  downloadAddress,
  imageAddress,
  parseSnapshotQuery,
  tableQuery,
  type SnapshotQuery,
} from '../../../src/core/snapshot/viewer.ts';
import {
  shareLink,
  tableLink,
  unversioned,
  whatsAppLink,
} from '../../../src/core/snapshot/snapshot-links.ts';
import {
  readHistory,
  readInline,
  readLatest,
  withLatest,
} from '../../../src/core/snapshot/snapshot-replies.ts';

const parse = (query: string): SnapshotQuery => {
  const parsed = parseSnapshotQuery(query);
  if (!parsed) throw new Error(`No match in ${query}`);
  return parsed;
};

describe('the page’s query', () => {
  test.each(['', '?', '?match=', '?match=%20', '?venue=demo&boards=b1'])('%j names no match', (query) => {
    expect(parseSnapshotQuery(query)).toBeUndefined();
  });

  test.each([
    ['?match=demo-b1', 'demo', 'b1'],
    ['?match=%20demo-b1%20', 'demo', 'b1'],
    ['?match=my-old-club-b2', 'my-old-club', 'b2'],
    ['?match=my-old-club-b2&venue=my-old-club', 'my-old-club', 'b2'],
    ['?match=demo-vip-1&venue=demo', 'demo', 'vip-1'],
    ['?match=demo-b1&venue=other', 'other', 'b1'],
    ['?match=table7', 'table7', undefined],
    ['?match=table7&venue=demo', 'demo', undefined],
    ['?match=demo-', 'demo', undefined],
    ['?match=-b1', '-b1', undefined],
    ['?match=%D9%86%D8%A7%D8%AF%D9%8A-b1', 'نادي', 'b1'],
  ])('%s', (query, venue, table) => {
    expect(parse(query)).toMatchObject({ venue, table });
  });

  test.each([
    ['', ['b1', 'b2', 'b3', 'b4', 'b5']],
    ['&boards=', ['b1', 'b2', 'b3', 'b4', 'b5']],
    ['&boards=,%20,', ['b1', 'b2', 'b3', 'b4', 'b5']],
    ['&boards=b1,%20b4%20,,b1', ['b1', 'b4']],
  ])('tables of %j', (query, tables) => {
    expect(parse(`?match=demo-b1${query}`).tables).toEqual(tables);
  });

  test('another table keeps the given values and adds nothing', () => {
    expect(tableQuery(parse('?match=demo-b1'), 'b3')).toBe('?match=demo-b3');
    const kept = new URLSearchParams(tableQuery(parse('?match=demo-b1&venue=demo&boards=b1,b4&x=1'), 'b4'));
    expect(Object.fromEntries(kept)).toEqual({ match: 'demo-b4', venue: 'demo', boards: 'b1,b4' });
  });
});

describe('links', () => {
  const at = (path: string) => new URL(path, 'https://cueboard.test');
  const PICTURE = 'Cp_LNV6NCb1b6HZxdnKafA';

  test('a shared link has the match and nothing else', () => {
    const link = tableLink(at('/fr/s/gd/?venue=a&match=demo-b1&boards=b1#top'), 'demo-b1');
    expect(link).toBe('https://cueboard.test/fr/s/gd/?match=demo-b1');
    expect(new URL(tableLink(at('/'), 'a&b="<ع>')).searchParams.get('match')).toBe('a&b="<ع>');
  });

  test.each([
    ['/snapshot/', '/s/gd/'],
    ['/snapshot', '/s/gd/'],
    ['/s/gd', '/s/gd/'],
    [`/s/gd/${'x'.repeat(22)}`, '/s/gd/'],
    ['/fr/snapshot/', '/fr/s/gd/'],
    [`/ar/s/gd/${'x'.repeat(22)}/`, '/ar/s/gd/'],
  ])('from %s a picture is shared below %s', (path, below) => {
    expect(shareLink(at(`${path}?match=demo-b1&venue=demo`), 'demo-b1', PICTURE)).toBe(
      `https://cueboard.test${below}${PICTURE}?match=demo-b1`,
    );
  });

  test.each([undefined, 'short', '../../etc/passwd', `${PICTURE}x`])(
    'a picture called %j gives the link no version',
    (picture) => {
      expect(shareLink(at('/snapshot/?match=demo-b1'), 'demo-b1', picture)).toBe(
        'https://cueboard.test/snapshot/?match=demo-b1',
      );
    },
  );

  test('another table is not below a picture of this one', () => {
    expect(unversioned(at(`/fr/s/gd/${PICTURE}?match=demo-b1`)).href).toBe('https://cueboard.test/fr/s/gd/');
    expect(unversioned(at('/snapshot/')).pathname).toBe('/snapshot/');
  });

  test('WhatsApp gets the title and the link as one text', () => {
    expect(whatsAppLink('Table 1 – نادي', 'https://cueboard.test/s/gd/?match=a')).toBe(
      'https://wa.me/?text=Table%201%20%E2%80%93%20%D9%86%D8%A7%D8%AF%D9%8A%20https%3A%2F%2Fcueboard.test%2Fs%2Fgd%2F%3Fmatch%3Da',
    );
  });
});

describe('addresses', () => {
  test('calls keep the endpoint’s own query', () => {
    expect(callAddress('https://host.test/exec?key=1', 'latest', 'a b&c')).toBe(
      'https://host.test/exec?key=1&latest=1&matchId=a+b%26c',
    );
    expect(callAddress('https://host.test/exec', 'latestData', 'demo-b1')).toBe(
      'https://host.test/exec?latestData=1&matchId=demo-b1',
    );
  });

  test('a picture’s address carries the stamp', () => {
    expect(imageAddress('https://host.test/uc?id={id}', 'a/$&', 17)).toBe(
      'https://host.test/uc?id=a%2F%24%26&t=17',
    );
    expect(imageAddress('https://host.test/d/{id}=w2000', 'x', 17)).toBe('https://host.test/d/x=w2000?t=17');
    expect(imageAddress('https://host.test/{stamp}/{id}', 'x', 17)).toBe('https://host.test/17/x');
    expect(downloadAddress('https://host.test/uc?export=download&id={id}', 'x')).toBe(
      'https://host.test/uc?export=download&id=x',
    );
  });
});

describe('replies', () => {
  const noUpload = '{"ok":false,"error":"No upload yet for this match."}';

  test.each([
    ['{"ok":true,"id":"abc"}', { kind: 'id', id: 'abc' }],
    ['{"id":"abc"}', { kind: 'id', id: 'abc' }],
    ['{"ok":false,"id":"abc"}', { kind: 'notFound' }],
    ['{"ok":true}', { kind: 'notFound' }],
    ['{"ok":true,"id":7}', { kind: 'notFound' }],
    ['{"ok":true,"id":""}', { kind: 'notFound' }],
    ['{"ok":false,"error":"  "}', { kind: 'notFound' }],
    ['{"ok":false,"error":{"a":1}}', { kind: 'notFound' }],
    ['{"ok":false,"error":"<b>closed</b>"}', { kind: 'server', text: '<b>closed</b>' }],
    ['{"kind":"badJson","id":"abc"}', { kind: 'id', id: 'abc' }],
    [noUpload, { kind: 'noUpload' }],
    ['{"ok":false,"error":"not found"}', { kind: 'notFound' }],
    ['null', { kind: 'noUpload' }],
    ['"abc"', { kind: 'noUpload' }],
    ['{"ok":', { kind: 'badJson' }],
    ['<!doctype html><h1>Sign in</h1>', { kind: 'badJson' }],
    ['', { kind: 'badJson' }],
  ])('latest %j', (body, result) => {
    expect(readLatest(body)).toMatchObject(result);
  });

  test('our own service says when, of what, and where more is announced', () => {
    const reply = {
      ok: true,
      id: 'abc',
      capturedAt: '2026-11-21T20:00:00.000Z',
      source: 'board',
      topic: 'snapshot:demo-b1',
      title: ' Table 1 ',
      venue: 'Café du Port',
      tables: [{ board: 'b1', title: 'Table 1' }, { board: 'b2' }, 'b3'],
      serverTime: '2026-11-21T20:00:05.000Z',
    };
    expect(readLatest(JSON.stringify(reply))).toEqual({
      kind: 'id',
      id: 'abc',
      capturedMillis: Date.UTC(2026, 10, 21, 20),
      isDrawn: true,
      topic: 'snapshot:demo-b1',
      facts: { title: 'Table 1', venue: 'Café du Port', tables: [{ table: 'b1', title: 'Table 1' }] },
      serverMillis: Date.UTC(2026, 10, 21, 20, 0, 5),
    });
  });

  test('what an endpoint says beside its id may be anything', () => {
    const reply = { id: 'abc', capturedAt: 'noon', source: 7, topic: 'overlay:x', title: '', serverTime: 1 };
    expect(readLatest(JSON.stringify(reply))).toEqual({
      kind: 'id',
      id: 'abc',
      capturedMillis: undefined,
      isDrawn: false,
      topic: undefined,
      facts: {},
      serverMillis: undefined,
    });
  });

  test('our own service also names a table without a picture', () => {
    const reply = {
      ok: false,
      error: 'No upload yet for this match.',
      title: 'Table 1',
      venue: ' ',
      tables: [],
    };
    expect(readLatest(JSON.stringify(reply))).toEqual({
      kind: 'noUpload',
      facts: { title: 'Table 1', tables: [] },
    });
  });

  test('a page that was switched off', () => {
    expect(readLatest('{"ok":false,"error":"This page is switched off."}')).toEqual({
      kind: 'off',
      facts: {},
    });
  });

  test('a history, without what can’t be read', () => {
    const pictures = [{ id: 'b', capturedAt: '1970-01-01T00:00:02Z', source: 'board' }, null, { id: 'x' }];
    expect(readHistory(JSON.stringify({ ok: true, pictures }))).toEqual([
      { id: 'b', capturedMillis: 2000, isDrawn: true },
    ]);
    for (const body of ['<html>', '{}', 'null', '{"ok":true,"pictures":{}}', '{"ok":false,"pictures":[]}'])
      expect(readHistory(body)).toBeUndefined();
  });

  test('the latest picture is in the history once, in its place, and none is too many', () => {
    const one = (id: string, capturedMillis: number) => ({ id, capturedMillis, isDrawn: false });
    const pictures = [one('b', 2), one('a', 1)];
    const ids = (latest: ReturnType<typeof one>, most: number) =>
      withLatest(pictures, latest, most).map(({ id }) => id);
    expect(ids(one('c', 3), 24)).toEqual(['c', 'b', 'a']);
    expect(ids(one('a', 4), 24)).toEqual(['a', 'b']);
    expect(ids(one('c', 3), 2)).toEqual(['c', 'b']);
  });

  test.each([
    [
      '{"ok":true,"dataUrl":"data:image/png;base64,AA"}',
      { kind: 'dataUrl', dataUrl: 'data:image/png;base64,AA' },
    ],
    ['{"ok":true}', { kind: 'noImage' }],
    ['{"ok":true,"dataUrl":"javascript:alert(1)"}', { kind: 'noImage' }],
    ['{"ok":true,"dataUrl":"data:text/html,<p>"}', { kind: 'noImage' }],
    ['{"ok":false,"error":"gone"}', { kind: 'server', text: 'gone' }],
    [noUpload, { kind: 'noUpload' }],
    ['<html>', { kind: 'badJson' }],
  ])('latestData %j', (body, result) => {
    expect(readInline(body)).toEqual(result);
  });
});
