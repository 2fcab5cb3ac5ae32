import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../../scripts/run.ts';
import { PRODUCT } from '../../../src/config/product.ts';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(join(root, file)));
/** Every file and folder, from the repository's root. */
const paths = new Set(
  files.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))),
);
const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** A document's text without its blocks of code, and what it has between backticks. */
const parts = (text: string) => {
  const prose = text.replace(/^ *```[^]*?^ *```$/gm, '');
  return {
    code: [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code),
    words: prose.replace(/`[^`\n]+`/g, '`'),
  };
};

/** Kinds of files that only this repository has; others may be a venue's or a host's. */
const OWN = /\.(ts|tsx|mjs|astro|scss|sql|psql|py)$/;

/** Whether a text between backticks names a file or folder of the repository. */
const isPath = (code: string) =>
  /^[\w.@*{}<>,[\]/-]+$/.test(code) &&
  ((code.includes('/') && folders.has(code.split('/')[0])) || OWN.test(code));

/** Whether there is such a path: from the root or a folder on, with any name for `*`, `<name>` and each of `{a,b}`. */
const exists = (code: string) => {
  const pattern = code
    .replace(/\/$/, '')
    .replace(/<[^>]*>/g, '*')
    .replace(/[.[\]]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)
    .replaceAll('*', '[^/]+');
  const whole = new RegExp(`(^|/)${pattern}$`);
  return [...paths].some((path) => whole.test(path));
};

/** What GitHub makes of a heading for addresses. */
const anchors = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** What a document names that there isn't. */
const missing = (file: string, text: string): string[] => {
  const { code, words } = parts(text);
  const wrongLinks = [...words.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const linked = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path));
      if (!paths.has(linked.replace(/\/$/, ''))) return true;
      return anchor !== undefined && !anchors(linked === file ? text : read(linked)).includes(anchor);
    });
  const installed = [...text.matchAll(/\bcueboard-[\d.]+\/([\w./-]+)/g)].map(([, path = '']) => path);
  return [
    ...wrongLinks,
    ...code.filter((part) => isPath(part) && !exists(part)),
    ...installed.filter((path) => !paths.has(path)),
  ];
};

/** What the build, npm and Supabase set by themselves. */
const GIVEN = new Set(['DEV', 'PROD', 'NODE_ENV', 'INIT_CWD', 'SUPABASE_URL']);

const documents = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');

/** Every text of the product in English. */
const labels = (() => {
  const textsOf = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsOf);
  const folder = join(root, 'i18n/en');
  return new Set(
    readdirSync(folder).flatMap((file) => textsOf(JSON.parse(readFileSync(join(folder, file), 'utf8')))),
  );
})();

describe('a document', () => {
  test.each(documents)('%s names files, folders and headings that there are', (file) => {
    expect(missing(file, read(file))).toEqual([]);
  });

  test('is found to name a file, a folder, a link or a heading that there isn’t', () => {
    const text =
      '`src/core/absent.ts` `absent.sql` `docs/absent/` [a](absent.md) [b](run.md#absent) [c](run.md) sh cueboard-0.2.0/absent.sh';
    expect(missing('docs/a.md', text)).toEqual([
      'absent.md',
      'run.md#absent',
      'src/core/absent.ts',
      'absent.sql',
      'docs/absent/',
      'absent.sh',
    ]);
  });

  test('names scripts and measurements that there are', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Record<string, string> };
    const benches = files.filter((file) => /^tests\/bench\/[^/]+\.ts$/.test(file));
    for (const file of documents) {
      const named = [...read(file).matchAll(/npm run ([\w:]+)(?: -- ([a-z][\w -]*))?/g)];
      for (const [command, script = '', names = ''] of named) {
        expect(scripts, `${file}: ${command}`).toHaveProperty([script]);
        if (script !== 'bench') continue;
        for (const name of names.split(' --')[0]?.split(' ').filter(Boolean) ?? [])
          expect(
            benches.some((bench) => posix.basename(bench).includes(name)),
            `${file}: ${command}`,
          ).toBe(true);
      }
    }
  });

  test('names each setting that a program reads, and no other', () => {
    const settings = files
      .filter((file) => /^(src|supabase|edge|netlify)\/.*\.ts$|^astro\.config/.test(file))
      .flatMap((file) => [
        ...read(file).matchAll(
          /\b(?:(?:env|get|address)(?:\['|\.|\(')([A-Z][A-Z_]+)|readonly ([A-Z]+_[A-Z_]+)\?)/g,
        ),
      ])
      .map(([, read = '', typed = read]) => typed)
      .filter((name) => !GIVEN.has(name));
    const [, section = ''] = /^## Settings$([^]*?)^## /m.exec(read('docs/run.md')) ?? [];
    const named = [...section.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name);
    expect(named.sort()).toEqual([...new Set(settings)].sort());
  });

  test('names the address for reports as the configuration has it', () => {
    expect(read('SECURITY.md')).toContain(`Write to ${PRODUCT.email} `);
  });

  test('names labels of the product as the product has them', () => {
    const named = documents
      // Google's labels.
      .filter((file) => !file.startsWith('docs/apps-script/'))
      .flatMap((file) =>
        [...parts(read(file)).words.matchAll(/(?<![\w*`])_(?=\S)([^_\n]+?)_(?!\w)/g)].map(
          ([, label = '']) => label,
        ),
      );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((label) => !labels.has(label))).toEqual([]);
  });
});
