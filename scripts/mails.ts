import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Purpose } from '../supabase/embedded/auth/links.ts';
import { mailSubject, mailTemplate } from '../supabase/embedded/auth/mail-words.ts';
import { ROOT } from '../supabase/embedded/data/paths.ts';

/** `npm run mails` writes a hosted project's mail templates, and their subjects in `config.toml`, from `i18n/`. */

const PURPOSES: readonly Purpose[] = ['recovery', 'invite'];
const CONFIG = 'supabase/config.toml';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const template = async (purpose: Purpose): Promise<[string, string]> => {
  const file = `supabase/templates/${purpose}.html`;
  const options = { ...(await resolveConfig(join(ROOT, file))), parser: 'html' };
  return [file, await format(mailTemplate(purpose), options)];
};

const config = (): string =>
  PURPOSES.reduce(
    (text, purpose) =>
      text.replace(
        new RegExp(String.raw`(?<=\[auth\.email\.template\.${purpose}\]\nsubject = )".*"`),
        JSON.stringify(mailSubject(purpose)),
      ),
    read(CONFIG),
  );

/** The expected files from the texts, by path. */
export const mailFiles = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([[CONFIG, config()], ...(await Promise.all(PURPOSES.map(template)))]);

/** The committed files. */
export const readMailFiles = (files: Iterable<string>): ReadonlyMap<string, string> =>
  new Map(Array.from(files, (file) => [file, read(file)]));

if (import.meta.main) for (const [file, text] of await mailFiles()) writeFileSync(join(ROOT, file), text);
