import { ballPaintSvg, friezeSvg, PRINTS, zelligeSvg } from './art.ts';
import { boardHtml } from './board.ts';
import type { Page } from './document.ts';
import { GRAIN } from './document.ts';
import { ARENA_TABLES, POOL_MATCH, QUEUES, SAMPLES, SNOOKER_MATCH } from './matches.ts';
import { arenaHtml, overlayHtml, queueHtml, remoteHtml } from './screens.ts';

/** A screen whose boards measure 128 × 72 em. */
const television = (name: string, body: string): Page => ({
  name,
  size: [1920, 1080],
  body: `<div class="television" style="font-size:15px">${body}</div>`,
});

/** The textures for screens, balls and walls; Blender loads them as `<name>.png`. */
export const textures = (): Page[] => [
  television('pool', boardHtml(POOL_MATCH)),
  television('snooker', boardHtml(SNOOKER_MATCH)),
  television('arena', arenaHtml('21:47', ARENA_TABLES)),
  television('queue', queueHtml('20:32', QUEUES)),
  { name: 'remote', size: [1080, 2340], body: `<div style="font-size:30px">${remoteHtml(POOL_MATCH)}</div>` },
  { name: 'zellige', size: [1024, 1024], body: zelligeSvg() },
  { name: 'frieze', size: [512, 512], body: friezeSvg() },
  ...PRINTS.map((body, index) => ({ name: `print${index}`, size: [600, 800] as const, body })),
  ...Array.from({ length: 16 }, (_, number) => ({
    name: `ball${number}`,
    size: [2048, 1024] as const,
    body: ballPaintSvg(number),
  })),
];

/** The graphics broadcast software puts over the stream: the overlay and the live badge. */
export const streamGraphics = (): Page => ({
  name: 'stream',
  size: [1600, 900],
  transparent: true,
  body: `<div class="stream"><p class="stream__live">Live</p>
    ${overlayHtml(POOL_MATCH.players, POOL_MATCH.wins, POOL_MATCH.raceTo, POOL_MATCH.elapsed)}</div>`,
});

/** The sample venue's snapshots in the embedded default, by board id. */
export const samples = (): Page[] =>
  Object.entries(SAMPLES).map(([name, match]) => ({
    name,
    size: [1280, 720],
    body: `<div style="font-size:10px">${boardHtml(match)}</div>${GRAIN}`,
  }));
