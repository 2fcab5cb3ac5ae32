import { barOf, type Bar, type Notice } from '../../../../src/core/overlay/bar.ts';
import type { Board } from '../../../../src/core/overlay/board.ts';
import type { SnookerDetail } from '../../../../src/core/overlay/detail.ts';
import { formatScore } from '../../../../src/core/overlay/score.ts';
import { SIDES, type Side } from '../../../../src/core/rules/rules.ts';
import type { Ball } from '../../../../src/core/rules/snooker/balls.ts';
import { LOCALES, type Locale } from '../../../../src/i18n/locales.ts';
import { TEXTS } from './texts.ts';
import { clean, isLegible, type Direction } from './type.ts';
import { when } from './when.ts';

/** What a picture says of a table, before anything is drawn. */

export interface PictureInput {
  readonly board: Pick<Board, 'p1' | 'p2' | 's1' | 's2' | 'raceTo' | 'detail'>;
  /** The table's. */
  readonly title: string;
  /** When the board last changed, in milliseconds since the epoch. */
  readonly capturedAtMillis: number;
  readonly locale: Locale;
}

/** A word with the number that it names. */
export interface Labelled {
  readonly label: string;
  readonly value: string | null;
}

export interface Said extends Labelled {
  readonly kind: Exclude<Notice['kind'], 'break'>;
}

export interface SideContent {
  readonly name: string;
  readonly score: string;
  readonly look: 'quiet' | 'lit' | 'waiting' | 'won';
  readonly notices: readonly Said[];
}

export interface SnookerContent {
  readonly frames: readonly [string, string];
  readonly bestOf: Labelled | null;
  /** The break at the table, or else the highest of the match; null before there was one. */
  readonly break: (Labelled & { readonly balls: readonly Ball[]; readonly side: Side | null }) | null;
  readonly sums: readonly Labelled[];
}

export interface Content {
  readonly dir: Direction;
  readonly title: string;
  readonly date: string;
  readonly time: string;
  /** What is played for, in the head. */
  readonly head: Labelled | null;
  readonly sides: readonly [SideContent, SideContent];
  readonly remark: string | null;
  readonly remarkBall: boolean;
  readonly snooker: SnookerContent | null;
}

const text = (value: number): string => formatScore(value);

/** Whoever is at the table, else whoever leads: as the pad says it. */
const viewpoint = ({ at, points: [a, b] }: SnookerDetail): 0 | 1 =>
  at === null ? (b > a ? 1 : 0) : at === 'A' ? 0 : 1;

const snookerOf = (detail: SnookerDetail, bar: Bar, locale: Locale): SnookerContent => {
  const t = TEXTS[locale];
  const own = viewpoint(detail);
  const [mine, theirs] = own === 0 ? detail.points : [detail.points[1], detail.points[0]];
  const lead = mine - theirs;
  const over = detail.frameWinner !== null || detail.winner !== null;
  const highest = Math.max(...detail.high);
  return {
    frames: [text(bar.wins[0]), text(bar.wins[1])],
    bestOf: bar.bestOf === null ? null : { label: t.bestOf, value: text(bar.bestOf) },
    break:
      !over && detail.at !== null
        ? { label: t.break, value: text(detail.break), balls: detail.balls, side: detail.at }
        : highest > 0
          ? { label: t.highBreak, value: text(highest), balls: [], side: null }
          : null,
    sums: [
      lead === 0
        ? { label: t.level, value: null }
        : { label: lead > 0 ? t.lead : t.behind, value: text(Math.abs(lead)) },
      ...(over ? [] : [{ label: t.left, value: text(detail.left[own]) }]),
    ],
  };
};

/** What a picture of a board says in a language. */
export const contentOf = ({ board, title, capturedAtMillis, locale }: PictureInput): Content => {
  const t = TEXTS[locale];
  const { detail } = board;
  const bar = barOf({ ...board, shot: null });
  const lookOf = (side: Side): SideContent['look'] =>
    bar.winner === side ? 'won' : bar.at === null ? 'quiet' : bar.at === side ? 'lit' : 'waiting';
  const saidOf = (side: Side): Said[] =>
    bar.notices[side].flatMap((notice) =>
      notice.kind === 'break'
        ? []
        : [
            {
              kind: notice.kind,
              label: t[notice.kind],
              value: 'count' in notice ? text(notice.count) : null,
            },
          ],
    );
  const side = (index: 0 | 1, name: string, label: string): SideContent => ({
    name: isLegible(name) ? clean(name) : label,
    score: text(bar.scores[index]),
    look: lookOf(SIDES[index]),
    notices: saidOf(SIDES[index]),
  });
  return {
    dir: LOCALES[locale].dir,
    title: clean(title),
    ...when(capturedAtMillis, locale),
    head:
      bar.frame !== null
        ? { label: t.frame, value: text(bar.frame) }
        : bar.raceTo !== null && bar.raceTo > 0
          ? { label: t.raceTo, value: text(bar.raceTo) }
          : null,
    sides: [side(0, board.p1, t.playerA), side(1, board.p2, t.playerB)],
    remark: bar.remark === null ? null : t[bar.remark],
    remarkBall: bar.remark === 'respotted',
    snooker: detail?.game === 'snooker' ? snookerOf(detail, bar, locale) : null,
  };
};
