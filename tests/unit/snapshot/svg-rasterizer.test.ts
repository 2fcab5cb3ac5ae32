import { execFileSync } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { createSvgRasterizer } from '../../../supabase/embedded/snapshots/svg-rasterizer.ts';
import {
  BOARD_SIZE,
  drawBoard,
  drawPreview,
  CARD_SIZE,
} from '../../../supabase/functions/snapshot/drawing/index.ts';

const INPUT = {
  board: { p1: 'Salma 🎱', p2: 'المهدي', s1: 6, s2: 4, raceTo: 9, detail: null },
  title: 'Table 1',
  venue: '',
  capturedAtMillis: Date.UTC(2025, 10, 21),
  locale: 'ar',
} as const;

const WORKER = new URL('../../../supabase/embedded/snapshots/svg-rasterizer-worker.ts', import.meta.url);

const rasterizers: ReturnType<typeof createSvgRasterizer>[] = [];
/** A rasterizer, and the threads that it has started. */
const svgRasterizer = () => {
  const workers: Worker[] = [];
  const created = createSvgRasterizer(() => {
    const worker = new Worker(WORKER);
    workers.push(worker);
    return worker;
  });
  rasterizers.push(created);
  return { ...created, workers };
};

afterEach(() => Promise.all(rasterizers.splice(0).map(({ close }) => close())));

test('a drawing becomes a JPEG of its size, small enough for a chat', async () => {
  const { draw, workers } = svgRasterizer();
  const [board, preview] = await Promise.all([
    draw(drawBoard(INPUT), BOARD_SIZE),
    draw(drawPreview(INPUT), CARD_SIZE),
  ]);
  expect(await sharp(board).metadata()).toMatchObject({ format: 'jpeg', ...BOARD_SIZE });
  expect(await sharp(preview).metadata()).toMatchObject({ format: 'jpeg', ...CARD_SIZE });
  expect(preview.length).toBeLessThan(300_000);
  expect(workers).toHaveLength(1);
  // A name is on it: more pixels are bright than without one.
  const without = await draw(
    drawBoard({ ...INPUT, board: { ...INPUT.board, p1: 'i', p2: 'i' } }),
    BOARD_SIZE,
  );
  const mean = async (jpeg: Uint8Array): Promise<number> =>
    (await sharp(jpeg).stats()).channels[1]?.mean ?? 0;
  expect(await mean(board)).toBeGreaterThan(await mean(without));
});

test('another size is made of it where that is asked for', async () => {
  const small = await svgRasterizer().draw(drawBoard(INPUT), { width: 480, height: 270 });
  expect(await sharp(small).metadata()).toMatchObject({ width: 480, height: 270 });
});

test('one that can’t be drawn is refused, and the next is drawn', async () => {
  const { draw, workers } = svgRasterizer();
  await expect(draw('<svg', CARD_SIZE)).rejects.toThrow('The picture could not be drawn');
  expect(await draw(drawPreview(INPUT), CARD_SIZE)).toBeInstanceOf(Uint8Array);
  expect(workers).toHaveLength(1);
});

test('when its thread dies, the drawing in progress fails and another thread draws the next', async () => {
  const { draw, workers } = svgRasterizer();
  const drawing = draw(drawPreview(INPUT), CARD_SIZE);
  const refused = expect(drawing).rejects.toThrow('The rasterizer stopped.');
  await workers[0]?.terminate();
  await refused;
  expect(await draw(drawPreview(INPUT), CARD_SIZE)).toBeInstanceOf(Uint8Array);
  expect(workers).toHaveLength(2);
});

test('when its thread breaks down, the error is reported', async () => {
  const created = createSvgRasterizer(() => new Worker('throw new Error("No memory")', { eval: true }));
  rasterizers.push(created);
  await expect(created.draw(drawPreview(INPUT), CARD_SIZE)).rejects.toThrow('No memory');
});

test('the server continues to work while a picture is drawn', async () => {
  const { draw } = svgRasterizer();
  let drawn = false;
  const drawing = draw(drawBoard(INPUT), BOARD_SIZE).then(() => (drawn = true));
  await new Promise(setImmediate);
  expect(drawn).toBe(false);
  await drawing;
});

test('a warm one has its thread before the first drawing', async () => {
  const { warm, draw, workers } = svgRasterizer();
  warm(drawBoard(INPUT));
  expect(workers).toHaveLength(1);
  const [thread] = workers;
  await new Promise((delivered) => thread?.once('message', delivered));
  expect(await draw(drawPreview(INPUT), CARD_SIZE)).toBeInstanceOf(Uint8Array);
  expect(workers).toHaveLength(1);
});

test('a warm one keeps no process alive that is otherwise done', () => {
  const rasterizerFile = new URL('../../../supabase/embedded/snapshots/svg-rasterizer.ts', import.meta.url)
    .href;
  const script = `import { createSvgRasterizer } from ${JSON.stringify(rasterizerFile)};
    createSvgRasterizer().warm('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
    process.on('exit', () => console.log('ended'));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  expect(output).toBe('ended\n');
});

test('a closed one is warmed no more', async () => {
  const { warm, close, workers } = svgRasterizer();
  await close();
  warm(drawPreview(INPUT));
  expect(workers).toEqual([]);
});

test('a closed one draws nothing', async () => {
  const { draw, close } = svgRasterizer();
  const drawing = expect(draw(drawPreview(INPUT), CARD_SIZE)).rejects.toThrow('The rasterizer stopped.');
  await close();
  await drawing;
  await expect(draw(drawPreview(INPUT), CARD_SIZE)).rejects.toThrow('The rasterizer is closed.');
});
