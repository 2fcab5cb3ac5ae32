import { expect, it } from 'vitest';
import { settingProblems } from '../../../src/build/settings.ts';

const HOSTED = {
  PUBLIC_SITE_URL: 'https://cueboard.example',
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
};
const OWN = {
  phone: '+212522123456',
  email: 'salut@cueboard.ma',
  socials: [{ name: 'Instagram', url: 'https://www.instagram.com/cueboard' }],
};

const BARE = [{ name: 'Facebook', url: 'https://www.facebook.com/' }];

it('accepts a hosted project’s settings, and none', () => {
  expect(settingProblems(HOSTED, OWN)).toEqual([]);
  expect(settingProblems({ PUBLIC_SITE_URL: '', PUBLIC_SUPABASE_URL: undefined })).toEqual([]);
  expect(settingProblems({ ...HOSTED, PUBLIC_SITE_URL: 'http://127.0.0.1:4321' })).toEqual([]);
});

it.each([
  ['PUBLIC_SITE_URL', 'cueboard.example', 'PUBLIC_SITE_URL is "cueboard.example", which is no address.'],
  ['PUBLIC_SITE_URL', 'ftp://cueboard.example', 'which is no address'],
  ['PUBLIC_SITE_URL', 'https://example.org/cueboard/', 'without a path'],
  ['PUBLIC_SITE_URL', '', 'PUBLIC_SITE_URL is empty'],
  ['PUBLIC_SUPABASE_URL', 'abc', 'PUBLIC_SUPABASE_URL is "abc"'],
  ['PUBLIC_SUPABASE_URL', 'https://abc.supabase.co/rest/v1', 'without a path'],
  ['PUBLIC_SUPABASE_URL', '', 'PUBLIC_SUPABASE_URL is empty'],
  ['PUBLIC_SUPABASE_PUBLISHABLE_KEY', '', 'PUBLIC_SUPABASE_PUBLISHABLE_KEY is empty'],
  ['PUBLIC_SNAPSHOT_ENDPOINT', 'exec', 'PUBLIC_SNAPSHOT_ENDPOINT is "exec"'],
  ['PUBLIC_ERRORS_URL', '/errors', 'PUBLIC_ERRORS_URL is "/errors"'],
])('refuses %s of "%s"', (name, value, problem) => {
  expect(settingProblems({ ...HOSTED, [name]: value }, OWN)).toEqual([expect.stringContaining(problem)]);
});

it('refuses placeholders on a public site', () => {
  expect(settingProblems(HOSTED, { ...OWN, phone: '+212600000000' })).toEqual([
    'src/config/product.ts has placeholders: phone.',
  ]);
  expect(settingProblems(HOSTED, { ...OWN, email: 'contact@cueboard.test', socials: BARE })).toEqual([
    'src/config/product.ts has placeholders: email, socials.',
  ]);
});
