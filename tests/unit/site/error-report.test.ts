import { expect, test } from 'vitest';
import { contentSecurityDirectives } from '../../../src/config/security.ts';
import { errorReport, isNewReport, MOST_REPORTS } from '../../../src/core/site/error-report.ts';

const TOKEN = 'f3a9c07b12d84e5566778899aabbccdd';
const ID = '0b5c7a52-3f1e-4a77-9d6e-2f8a4b1c9d10';

const reported = (thrown: unknown, address = 'https://cueboard.test/dashboard/') =>
  errorReport({ thrown, address, version: 'abcdefabcdef', browser: 'Mozilla/5.0' });

const thrown = (message: string, stack = ''): Error =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n${stack}` });

test('a report says what failed and where, and opens nothing', () => {
  const { message, stack, page } = reported(
    thrown(
      'Failed to fetch dynamically imported module: https://cueboard.test/_astro/Pad.B1x_9zQ2.js?v=1',
      `    at draw (https://cueboard.test/_astro/Overlay.C8dk2L0a.js:3:1042)
    at https://cueboard.test/overlay/${TOKEN}?theme=dark#x:1:20
run@https://cueboard.test/score/#${TOKEN}`,
    ),
    `https://cueboard.test/fr/overlay/${TOKEN}/?lang=ar#secret`,
  );
  expect(message).toBe('TypeError: Failed to fetch dynamically imported module: /_astro/Pad.B1x_9zQ2.js');
  expect(stack).toEqual(['/_astro/Overlay.C8dk2L0a.js:3:1042', '/overlay/…:1:20', '/score/']);
  expect(page).toBe('/fr/overlay/…');
});

test.each([
  ['a name in quotes', 'Player "Youssef Benani" is unknown', 'Youssef'],
  ['a name without quotes', 'No player Youssef Benani-Alaoui at Table seven', 'Youssef'],
  ['a family’s', 'No player Youssef Benani-Alaoui', 'Benani'],
  ['a name in Tifinagh', 'No player ⵜⵉⵍⵉⵍⴰ', 'ⵜⵉ'],
  ['a telephone’s number', 'Call 0612345678', '0612'],
  ['a name in Arabic', 'No player يوسف بناني', 'يوسف'],
  ['an e-mail', 'No account of owner.one+x@hall-12.example.ma here', 'owner'],
  ['a token', `Bad link ${TOKEN}`, TOKEN],
  ['an id', `No table ${ID}`, ID],
  ['a session', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc_DEF-123456789012', 'eyJ'],
  ['a query', 'GET https://cueboard.test/rest/v1/rpc/x?p1=Salma&key=1 failed', 'Salma'],
  ['the page of a scorer link', `at https://cueboard.test/score/#${TOKEN}`, TOKEN],
])('%s is left out of messages', (_name, text, hidden) => {
  expect(JSON.stringify(reported(thrown(text, `    at ${text}`)))).not.toContain(hidden);
});

test.each([
  "Cannot read properties of undefined (reading 'length')",
  'Failed to fetch',
  'Maximum call stack size exceeded',
  'null is not an object (evaluating …)',
  'Minified React error #418',
  '… is not a function',
])('what a browser says is sent: %s', (text) => {
  expect(reported(thrown(text)).message).toBe(`TypeError: ${text}`);
});

test('what isn’t an error says only what kind of thing it is', () => {
  expect(reported({ p1: 'Salma' })).toMatchObject({ message: 'Thrown: object', stack: [] });
  expect(reported('Salma').message).toBe('Thrown: string');
});

test('a report is short', () => {
  const { message, stack } = reported(
    thrown('long '.repeat(10_000), '  at https://cueboard.test/_astro/a.js:1:1\n'.repeat(1000)),
  );
  expect(message.length).toBeLessThanOrEqual(320);
  expect(stack).toHaveLength(8);
});

test('the same is sent once, and a page sends few', () => {
  const one = reported(thrown('One'));
  expect(isNewReport(one, [])).toBe(true);
  expect(isNewReport(reported(thrown('One')), [one])).toBe(false);
  expect(isNewReport(reported(thrown('Failed')), [one])).toBe(true);
  expect(isNewReport(reported(thrown('Failed')), Array<typeof one>(MOST_REPORTS).fill(one))).toBe(false);
});

test('pages may connect to the address of the setting, and to nothing more without one', () => {
  const connect = (settings: Parameters<typeof contentSecurityDirectives>[0]) =>
    contentSecurityDirectives(settings).find((text) => text.startsWith('connect-src'));
  expect(connect({ PUBLIC_ERRORS_URL: 'https://errors.test/in?key=1' })).toBe(
    "connect-src 'self' https://errors.test",
  );
  expect(connect({ PUBLIC_ERRORS_URL: '' })).toBe("connect-src 'self'");
});
