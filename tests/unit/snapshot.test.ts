import { describe, expect, test } from 'vitest';
import {
  callAddress,
  downloadAddress,
  imageAddress,
  parseSnapshotQuery,
  readInline,
  readLatest,
  shareLink,
  tableQuery,
  type SnapshotQuery,
} from '../../src/core/site/snapshot.ts';

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

  test('another table keeps what was given and adds nothing', () => {
    expect(tableQuery(parse('?match=demo-b1'), 'b3')).toBe('?match=demo-b3');
    const kept = new URLSearchParams(tableQuery(parse('?match=demo-b1&venue=demo&boards=b1,b4&x=1'), 'b4'));
    expect(Object.fromEntries(kept)).toEqual({ match: 'demo-b4', venue: 'demo', boards: 'b1,b4' });
  });

  test('a shared link has the match and nothing else', () => {
    const link = shareLink('https://cueboard.test/fr/s/gd/?venue=a&match=demo-b1&boards=b1#top', 'demo-b1');
    expect(link).toBe('https://cueboard.test/fr/s/gd/?match=demo-b1');
    expect(new URL(shareLink('https://cueboard.test/', 'a&b="<ع>')).searchParams.get('match')).toBe(
      'a&b="<ع>',
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
    ['null', { kind: 'noUpload' }],
    ['"abc"', { kind: 'noUpload' }],
    ['{"ok":', { kind: 'badJson' }],
    ['<!doctype html><h1>Sign in</h1>', { kind: 'badJson' }],
    ['', { kind: 'badJson' }],
  ])('latest %j', (body, result) => {
    expect(readLatest(body)).toEqual(result);
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
