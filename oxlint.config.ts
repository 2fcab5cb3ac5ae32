import eslint from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, type OxlintOverride } from 'oxlint';
import tseslint from 'typescript-eslint';

type Rules = NonNullable<OxlintOverride['rules']>;

/** Rules of the presets that Oxlint doesn't have: the compiler finds what they find, or others replaced them. */
const MISSING = new Set([
  'no-dupe-args',
  'no-new-symbol',
  'no-octal',
  'no-return-await',
  'react/config',
  'react/gating',
  'typescript/no-unsafe-class-instance-assignment',
]);

/** The rules of ESLint's presets by the names that Oxlint gives them. */
const preset = (...configs: readonly { readonly rules?: object | undefined }[]): Rules =>
  Object.fromEntries(
    configs
      .flatMap(({ rules }): [string, unknown][] => Object.entries(rules ?? {}))
      .map(([name, setting]): [string, unknown] => [
        name.replace('@typescript-eslint/', 'typescript/').replace('react-hooks/', 'react/'),
        setting,
      ])
      .filter(([name]) => !MISSING.has(name)),
  ) as Rules;

export default defineConfig({
  plugins: ['typescript', 'react'],
  categories: { correctness: 'off' },
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    'dist/',
    'dist.unfinished/',
    '.astro/',
    '.cueboard/',
    '.wrangler/',
    'test-results/',
    'src/backend/database.types.ts',
  ],
  rules: preset(eslint.configs.recommended),
  overrides: [
    { files: ['**/*.mjs'], globals: { process: 'readonly', URL: 'readonly' } },
    // Their types are checked with them.
    { files: ['**/*.astro'], rules: { 'no-undef': 'off' } },
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        ...preset(...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked),
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        // Effects, tests and adapters sometimes need empty functions, or async ones that don't await.
        'no-empty-function': 'off',
        'typescript/no-empty-function': 'off',
        'typescript/require-await': 'off',
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        'typescript/consistent-type-definitions': 'off',
        // Oxlint's form would replace null by the other value.
        'typescript/prefer-optional-chain': 'off',
        // The compiler requires brackets for index signatures, such as environment variables.
        'typescript/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      },
    },
    { files: ['**/*.tsx'], rules: preset(reactHooks.configs.flat['recommended-latest']) },
  ],
});
