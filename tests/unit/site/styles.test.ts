import stylelint from 'stylelint';
import { expect, test } from 'vitest';

const problems = async (codeFilename: string, code: string): Promise<string[]> => {
  const { results } = await stylelint.lint({ codeFilename, code });
  return results.flatMap(({ warnings }) => warnings.map(({ rule }) => rule));
};

const VALUE = 'declaration-property-value-disallowed-list';

test.each([
  ['kit/_button.scss', 'border: 1px solid rgb(246 243 234 / 28%)', 'function-disallowed-list'],
  ['kit/_button.scss', 'background: #12291f', 'color-no-hex'],
  ['kit/_button.scss', 'background: white', 'color-named'],
  ['features/board/_parts.scss', 'background: rgb(0 0 0 / 50%)', 'function-disallowed-list'],
  ['styles/score.scss', 'padding: 1rem', VALUE],
  ['styles/score.scss', 'margin-block: 6px', VALUE],
  ['styles/score.scss', 'inset: -0.4rem', VALUE],
  ['styles/score.scss', 'min-block-size: 2.75rem', VALUE],
  ['styles/score.scss', '--gap: 0.5rem', VALUE],
  ['styles/score.scss', 'font-size: 1.125rem', VALUE],
  ['styles/score.scss', 'text-align: left', VALUE],
  ['features/board/_parts.scss', 'text-align: left', VALUE],
  ['styles/score.scss', 'padding-left: space(2)', 'property-disallowed-list'],
])('%s may not have %s', async (file, declaration, rule) => {
  expect(await problems(`src/${file}`, `.a {\n  ${declaration};\n}\n`)).toEqual([rule]);
});

test.each([
  ['kit/_button.scss', "border: 1px solid color('ivory', 3)"],
  ['kit/_button.scss', 'mask-image: linear-gradient(black, transparent)'],
  ['styles/score.scss', 'padding: space(2) 0.5em'],
  ['styles/score.scss', 'max-inline-size: 40rem'],
  ['styles/score.scss', 'font-size: clamp(0.875rem, 4cqi, 2.25rem)'],
  ['features/board/_parts.scss', 'padding: 6px'],
])('%s may have %s', async (file, declaration) => {
  expect(await problems(`src/${file}`, `.a {\n  ${declaration};\n}\n`)).toEqual([]);
});
