import type { Board } from '../../../../src/core/overlay/board.ts';
import { sideState, type SideState } from '../../../../src/core/overlay/grammar.ts';
import { givenName, screenName, type OnScreen } from '../../../../src/rules/name.ts';
import { screenTitle } from '../../../../src/core/branding/branding.ts';
import { formatScore, handicapScore } from '../../../../src/rules/score.ts';
import type { BallColour, Notice, Shown } from '../../../../src/rules/shown.ts';
import { shownOf } from '../../../../src/games/boards.ts';
import { SIDES, type Side } from '../../../../src/rules/rules.ts';
import { LOCALES, type Locale } from '../../../../src/i18n/locales.ts';
import { OVERLAY_TEXTS } from '../../_shared/texts.ts';
import { clean, isLegible, type Direction } from './type.ts';
import { when } from './when.ts';

/** The content of a table's picture, before any drawing. */

export interface PictureInput {
  readonly board: OnScreen & Pick<Board, 's1' | 's2' | 'raceTo' | 'detail'>;
  /** The table's. */
  readonly title: string;
  /** The venue's name; empty if it has none. */
  readonly venue: string;
  /** When the board last changed, in milliseconds since the epoch. */
  readonly capturedAtMillis: number;
  readonly locale: Locale;
}

/** A word and the number it labels. */
export interface Labelled {
  readonly label: string;
  readonly value: string | null;
}

export interface LabelledNotice extends Labelled {
  readonly kind: Exclude<Notice['kind'], 'break'>;
}

export interface SideContent {
  readonly name: string;
  readonly score: string;
  readonly look: SideState;
  readonly notices: readonly LabelledNotice[];
}

/** The contents between and below the points. */
export interface FrameContent {
  readonly frames: readonly [string, string];
  readonly bestOf: Labelled | null;
  /** The current break, or else the match's highest; null before the first. */
  readonly break: (Labelled & { readonly balls: readonly BallColour[]; readonly side: Side | null }) | null;
  readonly sums: readonly Labelled[];
}

export interface Content {
  readonly dir: Direction;
  readonly title: string;
  readonly venue: string;
  readonly date: string;
  readonly time: string;
  /** The match's target and head start, at the top. */
  readonly head: readonly Labelled[];
  readonly sides: readonly [SideContent, SideContent];
  readonly remark: string | null;
  readonly remarkBall: boolean;
  /** Set if the large numbers are a frame's points. */
  readonly frame: FrameContent | null;
  /** Whether the rules say more about a side than its score. */
  readonly countsRacks: boolean;
}

const text = (value: number): string => formatScore(value);

const frameOf = (shown: Shown, locale: Locale): FrameContent | null => {
  const overlay = OVERLAY_TEXTS[locale];
  const { frames, break: scored, at, bestOf, lead, left, high, winner } = shown;
  if (!frames) return null;
  return {
    frames: [text(frames[0]), text(frames[1])],
    bestOf: bestOf === null ? null : { label: overlay.bestOf, value: text(bestOf) },
    break:
      scored && winner === null && at !== null
        ? { label: overlay.break, value: text(scored.count), balls: scored.balls, side: at }
        : high !== null
          ? { label: overlay.highBreak, value: text(high), balls: [], side: null }
          : null,
    sums: [
      ...(lead === null
        ? []
        : [{ label: overlay[lead.kind], value: lead.kind === 'level' ? null : text(lead.count) }]),
      ...(left === null ? [] : [{ label: overlay.left, value: text(left) }]),
    ],
  };
};

/** The race that a match is, and the head start in it. */
export const raceOf = (
  { raceTo, handicap }: Pick<Shown, 'raceTo' | 'handicap'>,
  locale: Locale,
): readonly Labelled[] => {
  const overlay = OVERLAY_TEXTS[locale];
  return [
    ...(raceTo !== null && raceTo > 0 ? [{ label: overlay.raceTo, value: text(raceTo) }] : []),
    ...(handicap ? [{ label: overlay.handicap, value: handicapScore(handicap) }] : []),
  ];
};

/** The content of a board's picture, in a language. */
export const contentOf = ({ board, title, venue, capturedAtMillis, locale }: PictureInput): Content => {
  const overlay = OVERLAY_TEXTS[locale];
  const shown = shownOf(board);
  const noticesOf = (side: Side): LabelledNotice[] =>
    shown.notices[side].flatMap((notice) =>
      notice.kind === 'break'
        ? []
        : [
            {
              kind: notice.kind,
              label: overlay[notice.kind],
              value: 'count' in notice ? text(notice.count) : null,
            },
          ],
    );
  const side = (index: 0 | 1, name: string, label: string): SideContent => ({
    name: isLegible(name) ? clean(name) : label,
    score: text(shown.scores[index]),
    look: sideState(shown, SIDES[index]),
    notices: noticesOf(SIDES[index]),
  });
  return {
    dir: LOCALES[locale].dir,
    title: clean(screenTitle(title, overlay.numberedTable)),
    venue: isLegible(venue) ? clean(venue) : '',
    ...when(capturedAtMillis, locale),
    head: shown.frame === null ? raceOf(shown, locale) : [{ label: overlay.frame, value: text(shown.frame) }],
    sides: [
      side(0, givenName(screenName(board, 'A')), overlay.playerA),
      side(1, givenName(screenName(board, 'B')), overlay.playerB),
    ],
    remark: shown.remark === null ? null : overlay[shown.remark],
    remarkBall: shown.remark === 'respotted',
    frame: frameOf(shown, locale),
    countsRacks: shown.unit !== null,
  };
};
