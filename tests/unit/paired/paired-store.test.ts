import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { BackendError } from '../../../src/core/failure.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';
import { BAR, KARIM, open, settle } from './opened.ts';

/** A code on its way from the field or the address to a television or device. */

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a complete code is looked up once, and names the kind whose fields are next', async () => {
  const { paired, view, watch, findCode } = open();
  watch();
  paired.type('cdf 2h');
  expect(findCode).not.toHaveBeenCalled();
  paired.type('cdf 2hj');
  expect(view()).toMatchObject({ kind: null, isBusy: true });
  await settle();
  expect(view()).toMatchObject({ typed: 'cdf 2hj', kind: 'television', isBusy: false, problem: null });
  // The same code, typed in another form.
  paired.type('CDF-2HJ');
  expect(findCode.mock.calls).toEqual([['CDF2HJ']]);
  expect(view()).toMatchObject({ typed: 'CDF-2HJ', kind: 'television' });
  // Another code is looked up again.
  findCode.mockResolvedValue('device');
  paired.type('CDF2HK');
  expect(view().kind).toBeNull();
  await settle();
  expect(view().kind).toBe('device');
});

test.each(['wrong', 'expired', 'tooMany'] as const)('a code that is %s is said so', async (problem) => {
  const { paired, view, watch, findCode } = open();
  watch();
  findCode.mockResolvedValue(problem);
  paired.type('CDF2HJ');
  await settle();
  expect(view()).toMatchObject({ typed: 'CDF2HJ', kind: null, problem });
  paired.type('CDF2H');
  expect(view().problem).toBeNull();
});

test('an incomplete code is only looked at, and a failed request can be repeated', async () => {
  const { paired, view, watch, findCode } = open();
  watch();
  paired.type('CDF');
  await paired.find();
  expect(view().problem).toBe('badCode');
  expect(findCode).not.toHaveBeenCalled();
  findCode.mockRejectedValueOnce(new BackendError({ kind: 'offline' }));
  paired.type('CDF2HJ');
  await settle();
  expect(view()).toMatchObject({ typed: 'CDF2HJ', failure: { kind: 'offline' }, isBusy: false });
  await paired.find();
  expect(view()).toMatchObject({ kind: 'television', failure: null });
});

test('an answer about an earlier code changes nothing', async () => {
  const { paired, view, watch, findCode } = open();
  watch();
  const first = Promise.withResolvers<'television'>();
  findCode.mockReturnValueOnce(first.promise).mockResolvedValue('wrong');
  paired.type('CDF2HJ');
  paired.type('CDF2HK');
  await settle();
  first.resolve('television');
  await settle();
  expect(view()).toMatchObject({ typed: 'CDF2HK', kind: null, problem: 'wrong' });
});

test.each(['#paired/CDF2HJ', '#televisions/CDF2HJ', '#staff/CDF2HJ'])(
  'a code scanned as %s is looked up, and leaves the address once it has paired',
  async (hash) => {
    const { paired, view, watch, environment, televisions } = open(hash);
    watch();
    await settle();
    expect(view()).toMatchObject({ typed: 'CDF2HJ', kind: 'television' });
    expect(environment.replaceBy).not.toHaveBeenCalled();
    await paired.pairTelevision(BAR);
    expect(televisions.pairTelevision).toHaveBeenCalledWith('CDF2HJ', { ...BAR, title: 'Bar' });
    expect(view()).toMatchObject({ typed: '', kind: null, paired: 'television' });
    expect(environment.replaceBy.mock.calls).toEqual([['#paired']]);
    expect(televisions.listTelevisions).toHaveBeenCalled();
  },
);

test('a second scanned code takes the place of the first', async () => {
  const { view, watch, goTo, findCode } = open('#paired/CDF2HJ');
  watch();
  await settle();
  findCode.mockResolvedValue('device');
  goTo('#paired/CDF2HK');
  await settle();
  expect(view()).toMatchObject({ typed: 'CDF2HK', kind: 'device' });
  goTo('#paired');
  expect(view()).toMatchObject({ typed: 'CDF2HK', kind: 'device' });
});

test('a device is let in by its own right; a full venue keeps the code, a used one must be found again', async () => {
  const { paired, view, watch, findCode, devices, televisions } = open();
  watch();
  findCode.mockResolvedValue('device');
  paired.type('CDF2HJ');
  await settle();
  devices.letInDevice.mockResolvedValueOnce('full').mockResolvedValueOnce('wrong');
  await paired.pairDevice(KARIM);
  expect(view()).toMatchObject({ typed: 'CDF2HJ', kind: 'device', problem: 'full' });
  await paired.pairDevice(KARIM);
  expect(view()).toMatchObject({ typed: 'CDF2HJ', kind: null, problem: 'wrong' });
  expect(televisions.pairTelevision).not.toHaveBeenCalled();
  await paired.find();
  await paired.pairDevice(KARIM);
  expect(view()).toMatchObject({ typed: '', paired: 'device' });
});

test('a second tap on the key sends nothing while the first is answered', async () => {
  const { paired, view, watch, findCode, televisions } = open();
  watch();
  paired.type('CDF2HJ');
  void paired.find();
  await settle();
  expect(findCode).toHaveBeenCalledTimes(1);
  const answer = Promise.withResolvers<'paired'>();
  televisions.pairTelevision.mockReturnValue(answer.promise);
  const taps = [paired.pairTelevision(BAR), paired.pairTelevision(BAR)];
  answer.resolve('paired');
  await Promise.all(taps);
  expect(televisions.pairTelevision).toHaveBeenCalledTimes(1);
  expect(view()).toMatchObject({ paired: 'television', isBusy: false });
});

test('the form is empty again after it was closed, and for another account', async () => {
  const { paired, view, watch } = open();
  const close = watch();
  paired.type('CDF2HJ');
  await settle();
  close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(view()).toMatchObject({ typed: '', kind: null });
  watch();
  paired.type('CDF2HJ');
  paired.forget();
  await settle();
  expect(view()).toMatchObject({ typed: '', kind: null, isBusy: false });
});

test('televisions and devices are one list, kept through failures', async () => {
  const { paired, devices } = open();
  onTestFinished(paired.$paired.listen(() => {}));
  await settle();
  expect(paired.$paired.get()).toEqual({ listed: { televisions: [], devices: [] }, failure: null });
  devices.listDevices.mockRejectedValueOnce(new BackendError({ kind: 'offline' }));
  await paired.refresh();
  expect(paired.$paired.get()).toMatchObject({
    listed: { televisions: [], devices: [] },
    failure: { kind: 'offline' },
  });
});
