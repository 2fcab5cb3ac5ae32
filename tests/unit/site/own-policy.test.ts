import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { withOwnPolicy } from '../../../src/build/own-policy.ts';

const hash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

test('a policy keeps the hashes of the page’s own scripts and styles, and everything else, and comes before them', () => {
  const policy = (scripts: string, styles: string): string =>
    `<meta http-equiv="content-security-policy" content="default-src 'self'; script-src 'self'${scripts}; style-src 'self'${styles};">`;
  const charset = '<head><meta charset="utf-8">';
  const body = '<style>a{color:red}</style><script type="module">run()</script><script>let x="é"</script>';
  const page = policy(
    ` ${hash('run()')} ${hash('other()')} ${hash('let x="é"')}`,
    ` ${hash('a{}')} ${hash('a{color:red}')}`,
  );
  expect(withOwnPolicy(charset + body + page)).toBe(
    charset + policy(` ${hash('run()')} ${hash('let x="é"')}`, ` ${hash('a{color:red}')}`) + body,
  );
});

test('an overlay’s policy takes styles in elements and a policy for texts, and is as strict otherwise', () => {
  const page = (trusted: string): string =>
    `<head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="require-trusted-types-for 'script'; ${trusted}; script-src 'self'; style-src 'self';">`;
  expect(withOwnPolicy(page('trusted-types worker'), true)).toBe(
    page("trusted-types worker default; style-src-elem 'self' 'unsafe-inline'"),
  );
  expect(withOwnPolicy(page('trusted-types worker'))).toBe(page('trusted-types worker'));
});

test('a page without a policy stays as it is', () => {
  expect(withOwnPolicy('<p>‘sha256-x’</p>')).toBe('<p>‘sha256-x’</p>');
});
