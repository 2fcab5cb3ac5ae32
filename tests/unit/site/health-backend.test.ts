import { afterEach, expect, test, vi } from 'vitest';
import { healthBackend } from '../../../src/backend/health.ts';
import { anonymousRequests } from '../../../src/backend/requests.ts';
import { viewerFetch } from '../../../src/backend/viewer.ts';

/** What an owner's page asks of the server itself; `tests/contract` asks the embedded server. */

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test('a hosted project is not asked: its provider looks after the server', async () => {
  vi.stubGlobal('location', { origin: 'https://cueboard.test' });
  vi.stubEnv('PUBLIC_SUPABASE_URL', 'https://project.supabase.co');
  vi.stubEnv('PUBLIC_SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_project');
  const fetched = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', fetched);
  expect(await healthBackend(anonymousRequests(viewerFetch())).getHealth()).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});
