import { PRODUCT } from '../../src/config/product.ts';
import type { PoolMatch } from './board.ts';
import { escape } from './document.ts';

/** One table on the arena display. */
export type ArenaTable = {
  table: string;
  game: string;
  target: string;
  players: readonly [string, string];
  scores: readonly [number, number];
  clock: string;
  /** A snooker frame's points, if one is in progress. */
  points?: readonly [number, number];
  note: string;
};

/** The arena display: all the hall's tables on one 128 × 72 em screen. */
export const arenaHtml = (time: string, tables: readonly ArenaTable[]): string => `
  <article class="arena"><header class="screen__head"><b>${escape(PRODUCT.name)}</b><span>${tables.length} tables in play</span><time>${time}</time></header>
    <div class="arena__grid">${tables
      .map(({ table, game, target, players, scores, clock, points, note }) => {
        const row = (index: 0 | 1): string =>
          `<p class="arena__row${scores[index] > scores[index === 0 ? 1 : 0] ? ' arena__row--ahead' : ''}"><span>${escape(players[index])}</span>
            ${points ? `<em>${points[index]}</em>` : ''}<b>${scores[index]}</b></p>`;
        return `<section class="arena__table"><h3>${table}<small>${game}</small><small class="arena__target">${target}</small></h3>
          ${row(0)}${row(1)}<footer><span class="arena__live"></span>${clock}<small>${note}</small></footer></section>`;
      })
      .join('')}</div></article>`;

/** One table's queue on the waiting list. */
export type Queue = {
  table: string;
  game: string;
  players: readonly [string, string];
  score: string;
  waiting: readonly string[];
};

/** The waiting list: a queue per table, on a 128 × 72 em screen. */
export const queueHtml = (time: string, queues: readonly Queue[]): string => `
  <article class="queue"><header class="screen__head"><b>Waiting list</b><span>${queues.reduce((sum, { waiting }) => sum + waiting.length, 0)} waiting</span><time>${time}</time></header>
    <div class="queue__grid">${queues
      .map(
        (
          { table, game, players, score, waiting },
          index,
        ) => `<section class="queue__table${index === 0 ? ' queue__table--next' : ''}">
        <h3>${table}<small>${game}</small></h3>
        <div class="queue__now"><small>Playing</small><p>${escape(players[0])}</p><b>${score}</b><p>${escape(players[1])}</p></div>
        <ol>${waiting.map((name, place) => `<li><i>${place + 1}</i>${escape(name)}</li>`).join('')}</ol></section>`,
      )
      .join('')}</div></article>`;

/** The live overlay: 1280 × 150 px, as broadcast software shows it. */
export const overlayHtml = (
  players: readonly [string, string],
  scores: readonly [number, number],
  raceTo: number,
  clock: string,
): string => `
  <aside class="overlay"><span class="overlay__name">${escape(players[0])}</span><b class="overlay__score">${scores[0]}</b>
    <i class="overlay__separator">–</i><b class="overlay__score">${scores[1]}</b><span class="overlay__name overlay__name--2">${escape(players[1])}</span>
    <span class="overlay__meta"><span>Race to <b>${raceTo}</b></span><time>${clock}</time></span></aside>`;

const icon = (path: string): string => `<svg class="icon" viewBox="0 0 24 24"><path d="${path}" /></svg>`;

/** The remote control on the screen of an Android phone, 36 × 78 em. */
export const remoteHtml = (match: PoolMatch): string => {
  const player = (index: 0 | 1): string => `
    <section class="remote__player${match.atTable === index ? ' remote__player--on' : ''}">
      <h3>${escape(match.players[index])}<small>${match.atTable === index ? 'At the table' : match.solids === index ? 'Solids' : 'Stripes'}</small></h3>
      <b class="remote__score">${match.wins[index]}</b>
      <div class="remote__buttons"><span>${icon('M5 12h14')}</span><span class="remote__plus">${icon('M5 12h14M12 5v14')}</span></div>
    </section>`;
  return `<div class="remote">
    <p class="remote__status"><span>${match.time}</span><i class="remote__camera"></i><span class="remote__signal">
      ${icon('M2 9a15 15 0 0 1 20 0M5.5 13a10 10 0 0 1 13 0M9 17a5 5 0 0 1 6 0M12 20.6h.01')}82%</span></p>
    <header><b>${match.label}</b><small>Race to ${match.raceTo}</small><span class="remote__live">Connected</span></header>
    ${player(0)}${player(1)}
    <div class="remote__tools"><span>${icon('M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11')}Undo</span>
      <span>${icon('m16 3 4 4-4 4M20 7H4M8 21l-4-4 4-4M4 17h16')}Change turn</span></div>
    <span class="remote__end">End rack ${match.wins[0] + match.wins[1] + 1}</span><i class="remote__bar"></i>
  </div>`;
};
