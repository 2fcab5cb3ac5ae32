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

test('a page without a policy stays as it is', () => {
  expect(withOwnPolicy('<p>‘sha256-x’</p>')).toBe('<p>‘sha256-x’</p>');
});
