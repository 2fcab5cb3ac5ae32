import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { textFiles } from '../../../src/build/text-files.ts';

let root: string;
let sent: { readonly type: string; readonly err?: { readonly message: string } }[];
let watcher: EventEmitter & { add?: () => void };
const logged: string[] = [];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'cueboard-texts-'));
  [sent, logged.length] = [[], 0];
  watcher = Object.assign(new EventEmitter(), { add: () => undefined });
  await i18next.init({ initAsync: false, resources: { fr: { home: { old: 'Ancien', title: 'Avant' } } } });
  const setup = textFiles().hooks['astro:server:setup'] as (options: { readonly server: object }) => void;
  const logger = { error: (message: string) => logged.push(message) };
  setup({
    server: { watcher, config: { root, logger }, ws: { send: (message: never) => sent.push(message) } },
  });
});

afterEach(() => rmSync(root, { recursive: true }));

const save = (file: string, content: string, event = 'change'): void => {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  watcher.emit('all', event, path);
};

it.each(['change', 'add'])('shows texts whose file has the event %s, without those that it lost', (event) => {
  save('i18n/fr/home.json', '{"title": "Après"}', event);
  expect(i18next.getResourceBundle('fr', 'home')).toEqual({ title: 'Après' });
  expect(sent).toEqual([{ type: 'full-reload' }]);
});

it('names the file and the line that isn’t JSON, and keeps the texts', () => {
  save('i18n/fr/home.json', '{\n  "title": "Après",\n}');
  expect(i18next.getResourceBundle('fr', 'home')).toEqual({ old: 'Ancien', title: 'Avant' });
  expect(sent).toMatchObject([{ type: 'error' }]);
  expect(sent[0]?.err?.message).toMatch(/i18n\/fr\/home\.json: .* \(line 3 column 1\)/);
  expect(logged).toEqual([sent[0]?.err?.message]);
});

it('leaves other files alone', () => {
  save('src/pages/index.json', '{');
  save('i18n/README.md', '');
  expect(sent).toEqual([]);
});
