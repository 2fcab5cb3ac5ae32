import { LOCALES } from '../../i18n/locales.ts';
import { useStore } from '@nanostores/react';
import { useMemo, useState, type CSSProperties } from 'react';
import { drawnIn } from '../../core/overlay/drawn.ts';
import type { Board } from '../../core/overlay/board.ts';
import { screenTitle } from '../../core/branding/branding.ts';
import type { Look } from '../../core/overlay/look.ts';
import { formatScore, handicapScore } from '../../rules/score.ts';
import type { Shown } from '../../rules/shown.ts';
import { sideMarks } from '../../core/overlay/grammar.ts';
import { seatOf, showsBoard, stateOf, type TableFacts } from '../../core/room/table-state.ts';
import { TIME_OF_DAY, timeText } from '../../core/time/text.ts';
import type { Zone } from '../../core/time/zone.ts';
import type { TableKind } from '../../rules/table-kind.ts';
import type { RoomTable } from '../../core/room/list.ts';
import { shownOf } from '../../games/boards.ts';
import { SIDES, type Side } from '../../rules/rules.ts';
import type { TelevisionTable } from './television-tables.ts';
import type { Elements } from '../../kit/elements.ts';
import { ClockDigits } from '../board/ClockDigits.tsx';
import { Fitted } from '../board/Fitted.tsx';
import { EqualSizeContext, newEqualSizeGroups } from '../board/equal-sizes.ts';
import { PlayerName } from '../board/PlayerName.tsx';
import { oneLine, type FitSizes } from '../board/fit-text.ts';
import { Said } from '../board/Said.tsx';
import { useDesignVariables } from '../board/useDesignVariables.ts';
import type { ScreenTexts } from './props.ts';
import { partySizes, partyText } from './party.ts';
import { minTextPixels } from './min-text-size.ts';

interface Props {
  readonly table: TelevisionTable;
  /** The table's state; null before the server has sent it. */
  readonly facts: RoomTable | null;
  readonly look: Look;
  /** CSS pixels. */
  readonly unit: number;
  /** Whether the screen shows only a few tables. */
  readonly isLarge: boolean;
  /** Whether there is room only for names and scores. */
  readonly isLow: boolean;
  /** Whether it is as wide as an upright screen, so that one line holds all that is said about the table. */
  readonly isWide?: boolean;
  readonly texts: ScreenTexts;
  readonly zone: Zone;
  /** Shown beside the state of a table without a match. */
  readonly children?: Elements;
}

/** A label's size, in units, and its most, as a multiple of the smallest text: larger ones would take room from names. */
const LABEL = 1.3;
const LARGEST_LABEL = 1.4;

/** The pixel sizes for text of at most `largest` units, readable across a room. */
const figureSizes = (unit: number, largest: number, least: number): FitSizes =>
  oneLine(Math.max(least, Math.floor(largest * unit)), least);
/** A name below this share of a short one's size is shortened: in a large tile, the smallest text is lost. */
const LEAST_WHOLE = 0.36;
const nameSizes = (unit: number, largest: number, least: number): FitSizes => {
  const sizes = figureSizes(unit, largest, least);
  return {
    ...sizes,
    smallestInOneLine: Math.floor((sizes.largest + least) / 2),
    smallestUnbroken: Math.max(least, Math.floor(LEAST_WHOLE * sizes.largest)),
  };
};

interface LineProps extends Pick<Props, 'table' | 'texts'> {
  readonly board: Board;
  readonly shown: Shown;
}

/** The match's time, played or left. */
const Clock = ({ table, board, shown, texts }: LineProps) => {
  const timeUp = useStore(table.clockInStep.$timeUp);
  const { over, hasClock, remark } = drawnIn(null, shown, board, timeUp);
  if (over || !hasClock) return null;
  return (
    <Said texts={texts} className="tv-tile__clock" testId="overlay-clock">
      {remark === 'timeUp' ? (
        texts.overlay.timeUp
      ) : (
        <bdi
          translate="no"
          role="timer"
          aria-label={texts.overlay[shown.minutes === null ? 'clock' : 'timeLeft']}
        >
          <ClockDigits $text={table.clockInStep.$clockText} />
        </bdi>
      )}
    </Said>
  );
};

interface FootProps extends Pick<Props, 'texts'> {
  /** Null if the table isn't scored. */
  readonly played: Pick<LineProps, 'board' | 'shown'> | null;
  /** The table's kind, if known. */
  readonly kind: TableKind | undefined;
}

/** The game and its length; or, without one, the table's kind. */
const Foot = ({ played, kind, texts }: FootProps) => {
  const { bestOf = null, raceTo = null, handicap = null } = played?.shown ?? {};
  const detail = played?.board.detail;
  const game = played ? detail && texts.match.games[detail.game] : kind && texts.television.kinds[kind];
  return (
    <footer className="tv-tile__foot">
      <span className="tv-tile__game" lang={texts.locale}>
        {game}
      </span>
      {bestOf !== null && (
        <Said texts={texts} className="tv-tile__target" testId="overlay-best-of">
          <span>{texts.overlay.bestOf}</span> <bdi translate="no">{bestOf}</bdi>
        </Said>
      )}
      {raceTo !== null && raceTo > 0 && (
        <Said texts={texts} className="tv-tile__target" testId="overlay-race-to">
          <span>{texts.overlay.raceTo}</span> <bdi translate="no">{formatScore(raceTo)}</bdi>
        </Said>
      )}
      {handicap && (
        <Said texts={texts} className="tv-tile__target" testId="overlay-handicap">
          <span>{texts.overlay.handicap}</span> <bdi translate="no">{handicapScore(handicap)}</bdi>
        </Said>
      )}
    </footer>
  );
};

interface UnscoredProps extends Pick<Props, 'texts' | 'zone' | 'children'> {
  readonly facts: TableFacts;
  readonly sizes: FitSizes;
}

/** A table whose board doesn't apply: its state, the party playing or called there, and since when. */
const Unscored = ({ facts, sizes, texts, zone, children }: UnscoredProps) => {
  const { free, list } = texts.television;
  const state = stateOf(facts);
  const seat = seatOf(facts);
  const name = seat ? partyText(seat, '') : '';
  const said: Readonly<Record<typeof state, string>> = {
    free,
    over: free,
    on: list.playing,
    outOfUse: list.outOfUse,
    occupied: list.occupied,
    called: list.calledHere,
  };
  return (
    <div className="on-air__plate tv-tile__unscored" data-state={state}>
      {seat && name !== '' && (
        <Fitted text={name} className="on-air__name" testId="tile-plays" sizes={partySizes(seat, sizes)} />
      )}
      <p className="tv-tile__state" lang={texts.locale}>
        <span>{said[state]}</span>
        {seat && (
          <>
            <span>{' · '}</span>
            <bdi translate="no">{timeText(seat.sinceMillis, TIME_OF_DAY, texts.locale, zone)}</bdi>
          </>
        )}
      </p>
      {children}
    </div>
  );
};

/** One of several tables: its name, the players and the score. */
export const TableTile = (props: Props) => {
  const { table, facts, look, unit, isLarge, isLow, isWide = false, texts, zone, children } = props;
  const { board } = useStore(table.$live);
  const variables = useDesignVariables(look);
  const [equalSizes] = useState(newEqualSizeGroups);
  const least = minTextPixels();
  const [name, score, count] = useMemo(
    () =>
      isLarge
        ? [nameSizes(unit, 3, least), figureSizes(unit, 12, least), figureSizes(unit, 4, least)]
        : [nameSizes(unit, 2.1, least), figureSizes(unit, 3.6, least), figureSizes(unit, 1.8, least)],
    [unit, isLarge, least],
  );
  if (!variables) return null;
  const shown = board && shownOf(board);
  const row = (side: Side) => {
    if (!board || !shown) return null;
    const index = side === 'A' ? 0 : 1;
    return (
      <div key={side} className="on-air__plate tv-tile__player" {...sideMarks(shown, side)}>
        <span className="on-air__mark" aria-hidden="true" />
        <PlayerName board={board} side={side} sizes={name} />
        {shown.frames && (
          <Fitted
            text={formatScore(shown.wins[index])}
            className="tv-tile__frames"
            testId={`overlay-s${index + 1}`}
            sizes={count}
            equalSize="frames"
          />
        )}
        <div className="on-air__tile tv-tile__tile">
          <Fitted
            text={formatScore(shown.frames ? shown.scores[index] : shown.wins[index])}
            className="on-air__score tv-tile__score"
            testId={shown.frames ? `overlay-points-${index + 1}` : `overlay-s${index + 1}`}
            sizes={score}
            equalSize="score"
          />
        </div>
      </div>
    );
  };
  const isPlayed = board !== null && showsBoard(facts);
  return (
    <section
      className="on-air tv-tile"
      dir={LOCALES[texts.locale].dir}
      data-testid="tile"
      data-large={isLarge || undefined}
      data-wide={isWide || undefined}
      data-points={shown?.frames ? '' : undefined}
      data-design={look.design}
      data-theme={look.theme}
      // With many tables, something would always be moving.
      data-motion={look.still || !isLarge ? 'none' : 'usual'}
      style={
        {
          ...variables,
          '--unit': `${unit}px`,
          '--label': `${Math.max(least, Math.floor(Math.min(LABEL * unit, LARGEST_LABEL * least)))}px`,
        } as CSSProperties
      }
    >
      <header className="tv-tile__head">
        <h2 className="tv-tile__title">
          <bdi translate="no">{screenTitle(table.title, texts.overlay.numberedTable)}</bdi>
        </h2>
        {isPlayed && shown && <Clock table={table} board={board} shown={shown} texts={texts} />}
      </header>
      {isPlayed ? (
        <EqualSizeContext value={equalSizes}>
          <div className="tv-tile__players">{SIDES.map(row)}</div>
        </EqualSizeContext>
      ) : (
        facts && (
          <Unscored facts={facts} sizes={name} texts={texts} zone={zone}>
            {children}
          </Unscored>
        )
      )}
      {(isWide || !isLow) && (
        <Foot played={isPlayed && shown ? { board, shown } : null} kind={facts?.kind} texts={texts} />
      )}
    </section>
  );
};
