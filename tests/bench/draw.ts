import { createSvgRasterizer } from '../../supabase/embedded/snapshots/svg-rasterizer.ts';
import {
  BOARD_SIZE,
  drawBoard,
  drawPreview,
  CARD_SIZE,
  type PictureInput,
} from '../../supabase/functions/snapshot/drawing/index.ts';
import { SNOOKER } from '../contract/details.ts';
import { against } from './common/goal.ts';
import { median } from './common/statistics.ts';

/** Drawing a table's board, from its state to a JPEG: what a viewer waits for who asks first. */

const ROUNDS = 20;
const GOAL_MILLIS = 150;
const GOAL_KILOBYTES = 300;

const board = (round: number): PictureInput => ({
  board: {
    p1: 'Salma 🎱',
    p2: 'المهدي بنجلون',
    s1: 2,
    s2: 1,
    raceTo: 5,
    detail: { ...SNOOKER, points: [58 + round, 34], balls: ['blue', 'red', 'black', 'red', 'black', 'red'] },
  },
  title: 'Table 1',
  venue: 'Café du Port',
  capturedAtMillis: Date.UTC(2026, 10, 21, 22, round),
  locale: (['en', 'fr', 'ar'] as const)[round % 3] ?? 'en',
});

const svgRasterizer = createSvgRasterizer();
const timed = async (draw: () => Promise<Uint8Array>): Promise<{ millis: number; bytes: number }> => {
  const began = performance.now();
  const { length } = await draw();
  return { millis: performance.now() - began, bytes: length };
};
const picture = (round: number) => timed(() => svgRasterizer.draw(drawBoard(board(round)), BOARD_SIZE));
const preview = (round: number) => timed(() => svgRasterizer.draw(drawPreview(board(round)), CARD_SIZE));

const cold = await picture(0);
const pictures = [];
for (let round = 0; round < ROUNDS; round += 1) pictures.push(await picture(round));
const previews = [];
for (let round = 0; round < ROUNDS; round += 1) previews.push(await preview(round));
await svgRasterizer.close();

const millis = (runs: readonly { millis: number }[]): number => median(runs.map((run) => run.millis));
console.table({
  'a picture (ms)': against(millis(pictures), GOAL_MILLIS),
  'a preview (ms)': against(millis(previews), GOAL_MILLIS),
  'the largest preview (kB)': against(Math.max(...previews.map(({ bytes }) => bytes)) / 1000, GOAL_KILOBYTES),
});
console.log(`The first picture of a process, with its thread: ${cold.millis.toFixed(0)} ms.`);
console.log(`A picture has ${(median(pictures.map(({ bytes }) => bytes)) / 1000).toFixed(0)} kB.`);
