import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type {
  DevicesBackend,
  PairingBackend,
  TelevisionsBackend,
  TelevisionSetting,
} from '../../../src/backend/contract.ts';
import type { PageChange } from '../../../src/browser/page.ts';
import { BackendError } from '../../../src/core/failure.ts';
import { alwaysShowing } from '../../../src/core/television/programme.ts';
import { createPaired } from '../../../src/features/paired/paired.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';

/** A code on its way from the field or the address to a television or device. */

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const BAR: TelevisionSetting = {
  title: ' Bar ',
  tableId: null,
  query: '',
  programme: alwaysShowing('tables'),
};
const KARIM = { title: 'Karim', role: 'service', tableId: null } as const;

const open = (hash = '') => {
  let address = new URL(`https://cueboard.test/dashboard/${hash}`);
  let changed = (_change: PageChange): void => {};
  const findCode = vi.fn<PairingBackend['findCode']>(async () => 'television');
  const televisions = {
    listTelevisions: vi.fn<TelevisionsBackend['listTelevisions']>(async () => ({
      televisions: [],
      serverMillis: 0,
    })),
    pairTelevision: vi.fn<TelevisionsBackend['pairTelevision']>(async () => 'paired'),
    updateTelevision: async () => {},
    unpairTelevision: async () => {},
  };
  const devices = {
    listDevices: vi.fn<DevicesBackend['listDevices']>(async () => []),
    letInDevice: vi.fn<DevicesBackend['letInDevice']>(async () => 'paired'),
    updateDevice: async () => {},
    revokeDevices: async () => {},
  };
  const environment = {
    ...fakeEnvironment(),
    address: () => address,
    watchPage: (onChange: (change: PageChange) => void) => {
      changed = onChange;
      return () => {};
    },
    pairing: () => ({ findCode }),
    televisions: () => televisions,
    devices: () => devices,
  };
  const endedBy = vi.fn(() => false);
  const paired = createPaired(environment, { isSignedIn: () => true, endedBy });
  const goTo = (fragment: string): void => {
    address = new URL(`https://cueboard.test/dashboard/${fragment}`);
    changed('address');
  };
  const view = () => paired.$pairing.get();
  const watch = () => {
    const close = paired.$pairing.listen(() => {});
    onTestFinished(close);
    return close;
  };
  return { paired, view, watch, goTo, findCode, televisions, devices, environment };
};

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
