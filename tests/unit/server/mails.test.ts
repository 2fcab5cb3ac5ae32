import { expect, test } from 'vitest';
import { LOCALE_NAMES, LOCALES, localesFrom } from '../../../src/i18n/locales.ts';
import { mailFiles, readMailFiles } from '../../../scripts/mails.ts';

test('a hosted project’s mails say what the texts say: otherwise `npm run mails`', async () => {
  const files = await mailFiles();
  expect(readMailFiles(files.keys())).toEqual(files);
});

test('they have each language once, and its link', async () => {
  for (const [file, text] of await mailFiles()) {
    if (!file.endsWith('.html')) continue;
    expect([...text.matchAll(/<div lang="(\w+)" dir="(\w+)">/g)].map(([, ...found]) => found)).toEqual(
      localesFrom('fr', 'ar').map((locale) => [LOCALES[locale].lang, LOCALES[locale].dir]),
    );
    const purpose = /(\w+)\.html$/.exec(file)?.[1] ?? '';
    const link = `<a href="{{ .RedirectTo }}#token_hash={{ .TokenHash }}&type=${purpose}">`;
    expect(text.split(link)).toHaveLength(LOCALE_NAMES.length + 1);
    expect(text.split('{{ .Email }}')).toHaveLength(LOCALE_NAMES.length + 1);
  }
});
