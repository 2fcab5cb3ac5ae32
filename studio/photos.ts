import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { streamGraphics, textures } from './drawings/textures.ts';
import { draw } from './draw.ts';
import { finish } from './finish.ts';
import { IMAGES } from './variants.ts';

const BLENDER_FOLDER = fileURLToPath(new URL('scenes', import.meta.url));
const SIZE = [1600, 900] as const;
const MAX_BYTES = 240_000;
const STREAM = '6';

/** Samples per pixel: shots with strong blur or many lamps need more. */
const SAMPLES: Record<string, number> = { 1: 96, 2: 64, 3: 72, 4: 64, 5: 32, 6: 48 };
const DRAFT = { size: [800, 450], samples: 24 } as const;

/** Textures, renders and drafts are kept here, for inspection and for `--regrade`. */
const work = join(tmpdir(), 'cueboard-pictures');
const screens = join(work, 'screens');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { draft: { type: 'boolean', default: false }, regrade: { type: 'boolean', default: false } },
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

/** Draws the scenes' textures, and returns the graphics that go over the stream. */
const drawTextures = async (): Promise<Buffer> => {
  let graphics: Buffer = Buffer.alloc(0);
  await draw([...textures(), streamGraphics()], ({ name }, png) => {
    if (name === streamGraphics().name) graphics = png;
    else writeFileSync(join(screens, `${name}.png`), png);
  });
  return graphics;
};

/** Renders a shot and finishes it: the site's master, or a draft in the work folder. */
const render = async (shot: string, graphics: Buffer): Promise<void> => {
  const started = Date.now();
  const [width, height] = options.draft ? DRAFT.size : SIZE;
  const samples = options.draft ? DRAFT.samples : (SAMPLES[shot] ?? DRAFT.samples);
  const out = join(work, `${shot}${options.draft ? '-draft' : ''}.png`);
  const settings = { shot, width, height, samples, screens, out };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  if (options.regrade) flags.push('--regrade');
  const scene = ['--python-exit-code', '1', '-P', join(BLENDER_FOLDER, 'render.py')];
  runNicely('blender', ['-b', '-noaudio', ...scene, '--', ...flags]);
  const exact = out.replace(/\.png$/, '.screens.png');
  const layers = shot === STREAM ? { over: graphics } : existsSync(exact) ? { under: exact } : {};
  const folder = options.draft ? work : IMAGES;
  const target = join(folder, `${shot}.jpg`);
  const bytes = await finish(out, [width, height], layers, target, MAX_BYTES);
  // The page about the overlay puts a live one over the stream's bare picture.
  if (shot === STREAM) await finish(out, [width, height], {}, join(folder, 'stream.jpg'), MAX_BYTES);
  console.log(`${target}  ${Math.ceil(bytes / 1000)} kB  ${Math.round((Date.now() - started) / 1000)} s`);
};

mkdirSync(screens, { recursive: true });
const graphics = await drawTextures();
for (const shot of positionals.length ? positionals : Object.keys(SAMPLES)) await render(shot, graphics);
