import type { SnookerBall } from './balls.ts';
import { ballIcon, poolBall, SNOOKER_BALLS } from './balls.ts';
import { escape } from './document.ts';

/** What every board shows, whatever the game. */
type Match = {
  /** The label in the corner, such as a table or a board id. */
  label: string;
  players: readonly [string, string];
  /** Racks or frames won. */
  wins: readonly [number, number];
  /** Whose turn it is: 0 or 1. */
  atTable: 0 | 1;
  /** The time of day, hh:mm. */
  time: string;
  /** How long the match has lasted, hh:mm:ss. */
  elapsed: string;
};

export type PoolMatch = Match & {
  game: 'eight-ball';
  raceTo: number;
  /** Who plays solids, and the numbers of the balls left. */
  solids: 0 | 1;
  left: readonly number[];
  breaks: 0 | 1;
};

export type SnookerMatch = Match & {
  game: 'snooker';
  bestOf: number;
  /** Points in the current frame, including the current break. */
  points: readonly [number, number];
  /** The balls of the current break, in order. */
  visit: readonly SnookerBall[];
  /** Reds still on the table. */
  reds: number;
  highBreak: { player: 0 | 1; points: number };
};

export type BoardMatch = PoolMatch | SnookerMatch;

const HIGHEST_COLOUR = SNOOKER_BALLS.black.points;
const ALL_COLOURS =
  Object.values(SNOOKER_BALLS).reduce((sum, { points }) => sum + points, 0) - SNOOKER_BALLS.red.points;

/** A break's points: the sum of its balls. */
const breakPoints = (visit: readonly SnookerBall[]): number =>
  visit.reduce((sum, ball) => sum + SNOOKER_BALLS[ball].points, 0);

/** The most that can still be scored: a black if a colour is on, each red with a black, then the six colours. */
const pointsRemaining = (reds: number, colourOn: boolean): number =>
  (colourOn ? HIGHEST_COLOUR : 0) + reds * (SNOOKER_BALLS.red.points + HIGHEST_COLOUR) + ALL_COLOURS;

const head = (match: BoardMatch, game: string, target: string): string => `
  <header class="board__head">
    <span class="board__label">${escape(match.label)}</span><span class="board__game">${game}</span>
    <span class="board__target">${target}</span>
    <span class="board__time">${match.time}</span>
  </header>`;

const playerClass = (match: BoardMatch, player: 0 | 1): string =>
  `board__player${match.atTable === player ? ' board__player--on' : ''}`;

const foot = (items: readonly (readonly [label: string, value: string])[]): string => `
  <footer class="board__foot">${items
    .map(([label, value]) => `<span class="board__fact"><small>${label}</small>${value}</span>`)
    .join('')}</footer>`;

const poolBoard = (match: PoolMatch): string => {
  const player = (index: 0 | 1): string => {
    const solids = match.solids === index;
    const balls = match.left.filter((number) => (solids ? number < 8 : number > 8));
    return `<section class="${playerClass(match, index)}">
      <h2>${escape(match.players[index])}</h2>
      <p class="board__score">${match.wins[index]}</p>
      <p class="board__group"><small>${solids ? 'Solids' : 'Stripes'}</small>
        <span class="board__balls">${[...balls, 8].map((number) => ballIcon(poolBall(number))).join('')}</span></p>
    </section>`;
  };
  return `<article class="board board--pool">${head(match, '8-Ball', `Race to ${match.raceTo}`)}
    <div class="board__players">${player(0)}${player(1)}</div>
    ${foot([
      ['Match', match.elapsed],
      ['Rack', `${match.wins[0] + match.wins[1] + 1}`],
      ['Breaks', escape(match.players[match.breaks])],
      ['At the table', escape(match.players[match.atTable])],
    ])}</article>`;
};

const snookerBoard = (match: SnookerMatch): string => {
  const player = (index: 0 | 1): string => `<section class="${playerClass(match, index)}">
      <h2>${escape(match.players[index])}</h2>
      <p class="board__score">${match.points[index]}</p>
    </section>`;
  const lead = Math.abs(match.points[0] - match.points[1]);
  const leader = match.players[match.points[0] >= match.points[1] ? 0 : 1];
  return `<article class="board board--snooker">${head(match, 'Snooker', `Best of ${match.bestOf}`)}
    <div class="board__players">${player(0)}
      <p class="board__frames"><small>Frames</small><span>${match.wins[0]}<i>–</i>${match.wins[1]}</span></p>
      ${player(1)}</div>
    <div class="board__break"><span class="board__break-label"><small>Break</small><b>${breakPoints(match.visit)}</b></span>
      <span class="board__balls">${match.visit.map((ball) => ballIcon(SNOOKER_BALLS[ball])).join('')}</span>
      <span class="board__remaining"><small>Points remaining</small><b>${pointsRemaining(match.reds, match.visit.at(-1) === 'red')}</b></span></div>
    ${foot([
      ['Match', match.elapsed],
      ['Frame', `${match.wins[0] + match.wins[1] + 1}`],
      ['Lead', `${escape(leader)} ${lead}`],
      ['High break', `${escape(match.players[match.highBreak.player])} ${match.highBreak.points}`],
    ])}</article>`;
};

/** A scoreboard, 128 × 72 em: the container's font size sets its size. */
export const boardHtml = (match: BoardMatch): string =>
  match.game === 'eight-ball' ? poolBoard(match) : snookerBoard(match);
