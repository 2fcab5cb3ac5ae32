import stylelint from 'stylelint';
import { expect, test } from 'vitest';

const problems = async (codeFilename: string, code: string): Promise<string[]> => {
  const { results } = await stylelint.lint({ codeFilename, code });
  return results.flatMap(({ warnings }) => warnings.map(({ rule }) => rule));
};

/** The rule whose patterns are the project's own. */
const VALUE = 'declaration-property-value-disallowed-list';

test.each([
  ['styles/score.scss', 'padding: 1rem'],
  ['styles/score.scss', 'margin-block: 6px'],
  ['styles/score.scss', 'inset: -0.4rem'],
  ['styles/score.scss', 'min-block-size: 2.75rem'],
  ['styles/score.scss', '--gap: 0.5rem'],
  ['styles/score.scss', 'font-size: 1.125rem'],
  ['styles/score.scss', 'text-align: left'],
  ['features/board/_parts.scss', 'text-align: left'],
])('%s may not have %s', async (file, declaration) => {
  expect(await problems(`src/${file}`, `.a {\n  ${declaration};\n}\n`)).toEqual([VALUE]);
});

test.each([
  ['styles/score.scss', 'padding: space(2) 0.5em'],
  ['styles/score.scss', 'max-inline-size: 40rem'],
  ['styles/score.scss', 'font-size: clamp(0.875rem, 4cqi, 2.25rem)'],
  ['features/board/_parts.scss', 'padding: 6px'],
])('%s may have %s', async (file, declaration) => {
  expect(await problems(`src/${file}`, `.a {\n  ${declaration};\n}\n`)).toEqual([]);
});

test.each(['8px', '50%', '0.5rem', "radius('m') 4px"])('a corner may not be %s', async (corner) => {
  expect(await problems('src/styles/score.scss', `.a {\n  border-radius: ${corner};\n}\n`)).toContain(
    'declaration-property-value-allowed-list',
  );
});

test.each(['0', "radius('s')", "radius('m') radius('m') 0 0"])('a corner may be %s', async (corner) => {
  expect(await problems('src/styles/score.scss', `.a {\n  border-radius: ${corner};\n}\n`)).toEqual([]);
});
