import { expect, test } from 'vitest';
import {
  DEVICE,
  deviceOf,
  WANTED,
  wantsCode,
  type DeviceAnswer,
  type LetIn,
} from '../../../src/core/devices/follow-device.ts';
import { POLL_DOUBT_MILLIS, POLL_UP_MILLIS, RENEW_MILLIS } from '../../../src/core/devices/pairing.ts';
import { following, types, waits } from './following.ts';

/** How a device is added, notified and removed, step by step. */

const TOPIC = 'device:1';
const KARIM: LetIn = { id: '1', title: 'Karim', role: 'service', table: null };
const MINUTE = 60_000;

const waiting = (code = 'CDFHJK'): DeviceAnswer => ({
  status: 'waiting',
  code,
  expiresInMillis: 10 * MINUTE,
  topic: TOPIC,
});
const letIn = (device = KARIM): DeviceAnswer => ({ status: 'letIn', topic: TOPIC, device });

const live = (from = deviceOf(null)) => {
  const it = following(DEVICE, from);
  it.start();
  return {
    ...it,
    view: () => it.known().view,
    asksForCode: () => wantsCode(it.known(), it.now()),
  };
};

test('no code is requested automatically: a secret unknown to the server leads to the offer', () => {
  const { answer, view, asksForCode } = live();
  expect(types(answer({ status: 'unknown' }))).not.toContain('ask');
  expect(view()).toEqual({ status: 'offering' });
  expect(asksForCode()).toBe(false);
});

test('once wanted, a code is asked for, shown, renewed, and shown no longer than it is good', () => {
  const { answer, view, joined, ask, fail, asksForCode } = live(WANTED);
  expect(asksForCode()).toBe(true);
  expect(types(answer(waiting()))).toContain('listen');
  expect(view()).toEqual({ status: 'waiting', code: 'CDFHJK' });
  expect(asksForCode()).toBe(false);
  joined();
  answer(waiting());
  ask(10 * MINUTE - RENEW_MILLIS);
  expect(asksForCode()).toBe(true);
  ask(RENEW_MILLIS);
  fail();
  expect(view()).toEqual({ status: 'waiting', code: null });
});

test('it follows its name and role at once, and is the same for as long as nothing changes', () => {
  const { answer, view, joined, tell } = live();
  answer(letIn());
  joined();
  expect(waits(answer(letIn()))).toEqual([POLL_UP_MILLIS]);
  const before = view();
  answer(letIn({ ...KARIM }));
  expect(view()).toBe(before);
  expect(types(tell(undefined))).toContain('ask');
  answer(letIn({ ...KARIM, role: 'admin' }));
  expect(view()).toMatchObject({ device: { role: 'admin' } });
});

test('removed, it says so and is silent; no failure removes it', () => {
  const { answer, ask, view, fail } = live(deviceOf(KARIM));
  fail();
  ask(MINUTE);
  expect(view()).toMatchObject({ status: 'letIn' });
  expect(types(answer({ status: 'removed', id: '1' }))).not.toContain('ask');
  expect(view()).toEqual({ status: 'removed', id: '1' });
});

test('a server that no longer knows it is asked twice', () => {
  const { answer, ask, view } = live(deviceOf(KARIM));
  expect(waits(answer({ status: 'unknown' }))).toEqual([POLL_DOUBT_MILLIS]);
  expect(view()).toMatchObject({ status: 'letIn' });
  ask(POLL_DOUBT_MILLIS);
  answer(waiting());
  expect(view()).toEqual({ status: 'removed', id: '1' });
});
