import stylelint from 'stylelint';
import { expect, test } from 'vitest';

const problems = async (codeFilename: string, code: string): Promise<string[]> => {
  const { results } = await stylelint.lint({ codeFilename, code });
  return results.flatMap(({ warnings }) => warnings.map(({ rule }) => rule));
};

const VALUE = 'declaration-property-value-disallowed-list';

test.each([
  ['components/_button.scss', 'border: 1px solid rgb(246 243 234 / 28%)', 'function-disallowed-list'],
  ['components/_button.scss', 'background: #12291f', 'color-no-hex'],
  ['components/_button.scss', 'background: white', 'color-named'],
  ['on-air/_parts.scss', 'background: rgb(0 0 0 / 50%)', 'function-disallowed-list'],
  ['score.scss', 'padding: 1rem', VALUE],
  ['score.scss', 'margin-block: 6px', VALUE],
  ['score.scss', 'inset: -0.4rem', VALUE],
  ['score.scss', 'min-block-size: 2.75rem', VALUE],
  ['score.scss', '--gap: 0.5rem', VALUE],
  ['score.scss', 'font-size: 1.125rem', VALUE],
  ['score.scss', 'text-align: left', VALUE],
  ['on-air/_parts.scss', 'text-align: left', VALUE],
  ['score.scss', 'padding-left: space(2)', 'property-disallowed-list'],
])('%s may not have %s', async (file, declaration, rule) => {
  expect(await problems(`src/styles/${file}`, `.a {\n  ${declaration};\n}\n`)).toEqual([rule]);
});

test.each([
  ['components/_button.scss', "border: 1px solid color('ivory', 3)"],
  ['components/_button.scss', 'mask-image: linear-gradient(black, transparent)'],
  ['score.scss', 'padding: space(2) 0.5em'],
  ['score.scss', 'max-inline-size: 40rem'],
  ['score.scss', 'font-size: clamp(0.875rem, 4cqi, 2.25rem)'],
  ['on-air/_parts.scss', 'padding: 6px'],
])('%s may have %s', async (file, declaration) => {
  expect(await problems(`src/styles/${file}`, `.a {\n  ${declaration};\n}\n`)).toEqual([]);
});
