import { vi } from 'vitest';
import { snapshotHost } from '../../../src/config/snapshot.ts';
import type { Environment } from '../../../src/browser/browser.ts';
import { page } from '../../../src/browser/page.ts';
import type { FilesEnvironment, PicturesEnvironment } from '../../../src/browser/venue.ts';
import { fakeStorage } from './browser-fakes.ts';

/** A browser at an address, whose steps elsewhere a test can look at. */
export const fakeEnvironment = (address = 'https://cueboard.test/', storage = fakeStorage()) =>
  ({
    ...page,
    storage: () => storage,
    lasting: () => storage,
    now: () => Date.now(),
    address: () => new URL(address),
    goTo: vi.fn<Environment['goTo']>(),
    fetchJson: vi.fn<Environment['fetchJson']>(async () => ({})),
    replaceBy: vi.fn<Environment['replaceBy']>(),
    tell: vi.fn<Environment['tell']>(),
    copyText: vi.fn<Environment['copyText']>(async () => true),
    share: vi.fn<Environment['share']>(async () => {}),
  }) satisfies Environment;

/** Files that were saved, which a test can look at. */
export const fakeFiles = () =>
  ({
    saveFile: vi.fn<FilesEnvironment['saveFile']>(),
    beginFile: vi.fn<FilesEnvironment['beginFile']>(async () => null),
  }) satisfies FilesEnvironment;

/** A site with the embedded server's pictures, of which none is drawn. */
export const fakeSnapshots = (site = 'https://cueboard.test') =>
  ({
    snapshots: () => snapshotHost({}, site, 'en'),
    fetch: vi.fn<PicturesEnvironment['fetch']>(async () => new Response()),
  }) satisfies PicturesEnvironment;
