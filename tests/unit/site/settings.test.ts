import { expect, it } from 'vitest';
import { settingProblems } from '../../../src/build/settings.ts';

const HOSTED = {
  PUBLIC_SITE_URL: 'https://cueboard.example',
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
};
const OWN = {
  phone: '+212522123456',
  phoneDisplay: '+212 5 22 12 34 56',
  email: 'salut@cueboard.ma',
  socials: [{ name: 'Instagram', url: 'https://www.instagram.com/cueboard' }],
  company: { legalName: 'CueBoard SARL', address: '1, rue du Test, Fès', ice: '001234567000089', cndp: null },
  quoteWorkingDays: 2,
};

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

it('refuses the template on a public site, and names each field', () => {
  expect(settingProblems(HOSTED)).toEqual([
    'src/config/product.ts has placeholders: phone, email, socials, company.legalName, company.address, company.ice, quoteWorkingDays.',
  ]);
  expect(settingProblems({ ...HOSTED, PUBLIC_SITE_URL: 'http://cueboard.lan' })).toEqual([]);
});

const { company } = OWN;

it.each([
  ['phone', { phone: '+212000000000', phoneDisplay: '+212 0 00 00 00 00' }],
  ['phone', { phone: '0522123456', phoneDisplay: '05 22 12 34 56' }],
  ['phoneDisplay', { phoneDisplay: '+212 6 00 00 00 00' }],
  ['email', { email: 'contact@cueboard.test' }],
  ['email', { email: 'contact@example.com' }],
  ['email', { email: 'contact' }],
  ['socials', { socials: [...OWN.socials, { name: 'Facebook', url: 'https://www.facebook.com/' }] }],
  ['socials', { socials: [{ name: ' ', url: 'https://www.facebook.com/cueboard' }] }],
  ['socials', { socials: [{ name: 'Facebook', url: 'facebook.com/cueboard' }] }],
  ['company.legalName', { company: { ...company, legalName: ' ' } }],
  ['company.address', { company: { ...company, address: null } }],
  ['company.ice', { company: { ...company, ice: '000000000000000' } }],
  ['company.ice', { company: { ...company, ice: '1234' } }],
  ['quoteWorkingDays', { quoteWorkingDays: 0 }],
])('refuses a placeholder in %s on a public site: %j', (field, changed) => {
  expect(settingProblems(HOSTED, { ...OWN, ...changed })).toEqual([
    `src/config/product.ts has placeholders: ${field}.`,
  ]);
});
