import { describe, expect, test } from 'vitest';
import { decode, encode, encodeBroadcast, parseJson } from '../../../supabase/embedded/realtime/protocol.ts';
import type { Version } from '../../../supabase/embedded/realtime/protocol.ts';
import { Presence } from '../../../supabase/embedded/realtime/presence.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (version: Version, json: unknown) => decode(version, bytes(JSON.stringify(json)), false);

/** Built from the specification's table, not with the code under test. */
function broadcastPush(fields: string[], encoding: number, payload: Uint8Array): Uint8Array {
  const parts = fields.map(bytes);
  const sizes = parts.map((part) => part.length);
  return Buffer.concat([Uint8Array.of(3, ...sizes, encoding), ...parts, payload]);
}

const JOIN = {
  joinRef: '1',
  ref: '2',
  topic: 'realtime:room',
  event: 'phx_join',
  payload: { config: { private: true } },
};

describe('text frames', () => {
  test('version 2.0.0 is a list, in both directions', () => {
    const list = ['1', '2', 'realtime:room', 'phx_join', JOIN.payload];
    expect(text('2.0.0', list)).toEqual(JOIN);
    expect(JSON.parse(encode('2.0.0', JOIN))).toEqual(list);
  });

  test('version 1.0.0 is an object, in both directions', () => {
    const { joinRef, ...rest } = JOIN;
    const object = { ...rest, join_ref: joinRef };
    expect(text('1.0.0', object)).toEqual(JOIN);
    expect(JSON.parse(encode('1.0.0', JOIN))).toEqual(object);
  });

  test('references may be absent or null, as in heartbeats', () => {
    const heartbeat = { joinRef: null, ref: '7', topic: 'phoenix', event: 'heartbeat', payload: {} };
    expect(text('2.0.0', [null, '7', 'phoenix', 'heartbeat', {}])).toEqual(heartbeat);
    expect(text('1.0.0', { ref: '7', topic: 'phoenix', event: 'heartbeat', payload: {} })).toEqual(heartbeat);
  });

  test.each<[string, Version, unknown]>([
    ['an object in version 2', '2.0.0', { topic: 'realtime:room', event: 'phx_join' }],
    ['a list in version 1', '1.0.0', ['1', '2', 'realtime:room', 'phx_join', {}]],
    ['a short list', '2.0.0', ['1', '2', 'realtime:room', 'phx_join']],
    ['a long list', '2.0.0', ['1', '2', 'realtime:room', 'phx_join', {}, {}]],
    ['a numeric topic', '2.0.0', ['1', '2', 5, 'phx_join', {}]],
    ['a missing event', '1.0.0', { topic: 'realtime:room' }],
    ['an object as a reference', '2.0.0', [{}, '2', 'realtime:room', 'phx_join', {}]],
    ['null', '1.0.0', null],
  ])('%s is malformed', (_, version, json) => {
    expect(text(version, json)).toBeNull();
  });

  test('invalid JSON or UTF-8 is malformed', () => {
    expect(decode('2.0.0', bytes('["1",'), false)).toBeNull();
    expect(decode('2.0.0', Uint8Array.of(0x22, 0xff, 0x22), false)).toBeNull();
    expect(decode('1.0.0', new Uint8Array(), false)).toBeNull();
  });
});

describe('binary frames', () => {
  const fields = ['10', '1', 'realtime:chat-room', 'user-event', ''];

  test('a broadcast push with JSON is read as the text frame would be', () => {
    const payload = { content: 'سلام 🎱' };
    expect(decode('2.0.0', broadcastPush(fields, 1, bytes(JSON.stringify(payload))), true)).toEqual({
      joinRef: '10',
      ref: '1',
      topic: 'realtime:chat-room',
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'user-event', payload },
    });
  });

  test('lengths count bytes, not letters', () => {
    const named = decode(
      '2.0.0',
      broadcastPush(['1', '2', 'realtime:قاعة', 'événement', ''], 1, bytes('{}')),
      true,
    );
    expect(named).toMatchObject({ topic: 'realtime:قاعة', payload: { event: 'événement' } });
  });

  test('a broadcast push may hold bytes', () => {
    const message = decode('2.0.0', broadcastPush(fields, 0, Uint8Array.of(0, 255, 7)), true);
    const pushed = message?.payload as { payload: Uint8Array } | undefined;
    expect([...(pushed?.payload ?? [])]).toEqual([0, 255, 7]);
  });

  test('an empty reference is none', () => {
    const message = decode('2.0.0', broadcastPush(['', '', 'realtime:room', 'e', ''], 1, bytes('1')), true);
    expect(message).toMatchObject({ joinRef: null, ref: null });
  });

  test.each<[string, Version, Uint8Array]>([
    ['nothing', '2.0.0', new Uint8Array()],
    ['only a type', '2.0.0', Uint8Array.of(3)],
    ['another type', '2.0.0', Uint8Array.of(4, 0, 0, 0, 0, 0, 1)],
    ['an unknown encoding', '2.0.0', broadcastPush(fields, 2, bytes('{}'))],
    ['lengths beyond the end', '2.0.0', Uint8Array.of(3, 255, 255, 255, 255, 255, 0, 65)],
    ['broken JSON', '2.0.0', broadcastPush(fields, 1, bytes('{'))],
    ['a topic that is not UTF-8', '2.0.0', Uint8Array.of(3, 0, 0, 1, 0, 0, 1, 0xff, 0x31)],
    ['binary in version 1', '1.0.0', broadcastPush(fields, 1, bytes('{}'))],
  ])('%s is malformed', (_, version, data) => {
    expect(decode(version, data, true)).toBeNull();
  });

  test('a broadcast to a version 2.0.0 client is type, three lengths, encoding, fields and payload', () => {
    const id = '006554ce-d22d-469c-877a-88bef47214a3';
    const frame = encodeBroadcast('2.0.0', 'realtime:chat-room', {
      event: 'message',
      payload: { a: 1 },
      meta: { id },
    });
    // The numbers of the documentation's example.
    const expected = [
      Uint8Array.of(0x04, 0x12, 0x07, 0x2d, 0x01),
      bytes(`realtime:chat-roommessage{"id":"${id}"}{"a":1}`),
    ];
    expect(frame).toEqual(Buffer.concat(expected));
  });

  test('bytes go to version 2.0.0 clients only', () => {
    const broadcast = { event: 'e', payload: Uint8Array.of(1, 2) };
    const expected = [Uint8Array.of(4, 13, 1, 0, 0), bytes('realtime:roome'), Uint8Array.of(1, 2)];
    expect(encodeBroadcast('2.0.0', 'realtime:room', broadcast)).toEqual(Buffer.concat(expected));
    expect(encodeBroadcast('1.0.0', 'realtime:room', broadcast)).toBeNull();
  });

  test('a broadcast to a version 1.0.0 client is text', () => {
    const frame = encodeBroadcast('1.0.0', 'realtime:room', {
      event: 'e',
      payload: { a: 1 },
      meta: { id: 'x' },
    });
    expect(JSON.parse(frame as string)).toEqual({
      topic: 'realtime:room',
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'e', payload: { a: 1 }, meta: { id: 'x' } },
      ref: null,
      join_ref: null,
    });
  });

  test('a name of more than 255 bytes travels as text', () => {
    const event = 'é'.repeat(128);
    const frame = encodeBroadcast('2.0.0', 'realtime:room', { event, payload: {} });
    const payload = { type: 'broadcast', event, payload: {} };
    expect(JSON.parse(frame as string)).toEqual([null, null, 'realtime:room', 'broadcast', payload]);
  });
});

describe('presence', () => {
  test('tracking joins, tracking again replaces, untracking leaves', () => {
    const presence = new Presence();
    const tab = {};
    const joined = presence.track(tab, 'amine', { table: 1 });
    const first = joined.joins['amine']?.metas[0];
    expect(joined).toEqual({
      joins: { amine: { metas: [{ table: 1, phx_ref: first?.phx_ref }] } },
      leaves: {},
    });

    const moved = presence.track(tab, 'amine', { table: 2 });
    expect(moved.leaves).toEqual(joined.joins);
    expect(moved.joins['amine']?.metas[0]).toMatchObject({ table: 2 });
    expect(moved.joins['amine']?.metas[0]?.phx_ref).not.toBe(first?.phx_ref);
    expect(presence.state()).toEqual(moved.joins);

    expect(presence.untrack(tab)).toEqual({ joins: {}, leaves: moved.joins });
    expect(presence.state()).toEqual({});
    expect(presence.untrack(tab)).toBeNull();
  });

  test('one key in two tabs is one person with two entries', () => {
    const presence = new Presence();
    const [first, second] = [{}, {}];
    presence.track(first, 'amine', { tab: 1 });
    presence.track(second, 'amine', { tab: 2 });
    expect(presence.state()['amine']?.metas).toMatchObject([{ tab: 1 }, { tab: 2 }]);
    presence.untrack(first);
    expect(presence.state()['amine']?.metas).toMatchObject([{ tab: 2 }]);
  });

  test('a payload cannot set the reference, nor a key the prototype', () => {
    const presence = new Presence();
    presence.track({}, '__proto__', { phx_ref: 'forged' });
    const json = JSON.stringify(presence.state());
    expect(json).toContain('"__proto__":{"metas"');
    expect(json).not.toContain('forged');
  });
});

describe('nesting', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  test('beyond what could be written again is malformed', () => {
    expect(parseJson(nested(100))).toHaveLength(1);
    expect(() => parseJson(nested(101))).toThrow(SyntaxError);
    expect(decode('2.0.0', bytes(`["1","1","realtime:x","broadcast",${nested(30_000)}]`), false)).toBeNull();
  });

  test('is counted outside of texts', () => {
    const name = `"${'[{'.repeat(200)}" \\ `;
    expect(parseJson(JSON.stringify({ name }))).toEqual({ name });
  });
});
