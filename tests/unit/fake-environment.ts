import { vi } from 'vitest';
import type { Environment } from '../../src/stores/environment/browser.ts';
import { fakeStorage } from './browser-fakes.ts';

/** A browser at an address, whose steps elsewhere a test can look at. */
export const fakeEnvironment = (address = 'https://cueboard.test/', storage = fakeStorage()) =>
  ({
    storage: () => storage,
    lasting: () => storage,
    now: () => Date.now(),
    address: () => new URL(address),
    goTo: vi.fn<Environment['goTo']>(),
    replaceBy: vi.fn<Environment['replaceBy']>(),
    tell: vi.fn<Environment['tell']>(),
    copyText: vi.fn<Environment['copyText']>(async () => true),
    share: vi.fn<Environment['share']>(async () => {}),
  }) satisfies Environment;
