import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { DEFAULT_LOCALE, LOCALE_NAMES, type Locale } from '../src/i18n/locales.ts';
import { pictureLocales, PICTURES, SLIDES, type PictureName } from '../src/core/site/picture.ts';
import { phone, streamGraphics, textures } from './drawings/textures.ts';
import { draw } from './draw.ts';
import { finish, type Layers, type Size } from './finish.ts';
import { SCREENS, takeScreens } from './screens.ts';
import { masterOf, pictureNamed } from './variants.ts';

const BLENDER_FOLDER = fileURLToPath(new URL('scenes', import.meta.url));
const SIZE = [1600, 900] as const;
const MAX_BYTES = 150_000;
const STREAM = '6';
/** Of what the site shows as it is: the quality of the masters, which only browsers without AVIF show. */
const SCREEN_QUALITY = 84;

/** Samples per pixel: shots with strong blur or many lamps need more. */
const SAMPLES: Readonly<Partial<Record<PictureName, number>>> = { 1: 96, 2: 64, 3: 72, 4: 64, 5: 32, 6: 48 };
const DRAFT = { size: [800, 450], samples: 24 } as const;

/** Textures, renders and drafts are kept here, for inspection. */
const work = join(tmpdir(), 'cueboard-pictures');
const screens = join(work, 'screens');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    draft: { type: 'boolean', default: false },
    // Renders only the screens, and lays them over the photos that there are.
    screens: { type: 'boolean', default: false },
  },
});

/** Runs a command at low priority; throws if it fails. */
const runNicely = (command: string, args: readonly string[]): void => {
  const { status, error } = spawnSync('nice', ['-n', '10', command, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} failed: is it installed?`);
};

/** Writes the scenes' textures, and the product's screens in a folder for each language. */
const writeTextures = async (): Promise<void> => {
  const write =
    (folder: string) =>
    ({ name }: { name: string }, png: Buffer) =>
      writeFileSync(join(folder, `${name}.png`), png);
  mkdirSync(screens, { recursive: true });
  await draw(textures(), write(screens));
  for (const [locale, taken] of await takeScreens(LOCALE_NAMES)) {
    const folder = join(screens, locale);
    mkdirSync(folder, { recursive: true });
    for (const [name, png] of Object.entries(taken)) write(folder)({ name }, png);
    for (const name of options.draft ? [] : SCREENS) {
      const { width, height } = PICTURES[name];
      const master = sharp(taken[name]).resize(width, height);
      await master.jpeg({ quality: SCREEN_QUALITY, mozjpeg: true }).toFile(masterOf(name, locale));
    }
    await draw([phone(taken), streamGraphics(taken, locale)], write(folder));
  }
};

/** What is laid over a render in a language. */
const layersOf = (shot: PictureName, out: string, locale: Locale): Layers => {
  if (shot === STREAM) return { over: readFileSync(join(screens, locale, 'stream.png')) };
  const exact = out.replace(/\.png$/, `.screens-${locale}.png`);
  return existsSync(exact) ? { under: exact } : {};
};

/** Renders a shot, and its screens in each language. */
const renderScene = (
  shot: PictureName,
  out: string,
  [width, height]: Size,
  locales: readonly Locale[],
): void => {
  const samples = options.draft ? DRAFT.samples : (SAMPLES[shot] ?? DRAFT.samples);
  const settings = { shot, width, height, samples, screens, out, languages: locales.join() };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  const scene = ['--python-exit-code', '1', '-P', join(BLENDER_FOLDER, 'render.py')];
  const only = options.screens ? ['--only-screens'] : [];
  runNicely('blender', ['-b', '-noaudio', ...scene, '--', ...flags, ...only]);
};

/** Makes a shot in each language that it differs in: the site's masters, or drafts in the work folder. */
const make = async (shot: PictureName): Promise<void> => {
  const started = Date.now();
  const size = options.draft ? DRAFT.size : SIZE;
  const out = join(work, `${shot}${options.draft ? '-draft' : ''}.png`);
  const locales = pictureLocales(shot);
  renderScene(shot, out, size, locales);
  // The page about the overlay puts a live one over the stream's bare picture.
  const stream = masterOf('stream', DEFAULT_LOCALE);
  if (shot === STREAM && !options.draft && !options.screens)
    await finish({ render: out }, size, {}, stream, MAX_BYTES);
  for (const locale of locales) {
    const target = options.draft ? join(work, `${shot}-${locale}.jpg`) : masterOf(shot, locale);
    const source = options.screens ? { photo: shot === STREAM ? stream : target } : { render: out };
    const bytes = await finish(source, size, layersOf(shot, out, locale), target, MAX_BYTES);
    console.log(`${target}  ${Math.ceil(bytes / 1000)} kB  ${Math.round((Date.now() - started) / 1000)} s`);
  }
};

await writeTextures();
for (const shot of positionals.length ? positionals.map(pictureNamed) : SLIDES) await make(shot);
