import type { TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import { useMemo, useState, type CSSProperties } from 'react';
import { isFree } from '../../core/overlay/board.ts';
import { screenTitle } from '../../core/overlay/dressing.ts';
import type { Look } from '../../core/overlay/look.ts';
import { formatScore } from '../../core/overlay/score.ts';
import { shownOf } from '../../games/boards.ts';
import { SIDES, type Side } from '../../core/rules/rules.ts';
import type { TelevisionTable } from '../../stores/overlay/television-tables.ts';
import { ClockDigits } from '../board/ClockDigits.tsx';
import { Fitted } from '../board/Fitted.tsx';
import { AlikeContext, newAlikeGroups } from '../board/alike.ts';
import { PlayerName } from '../board/PlayerName.tsx';
import { oneLine, type FitSizes } from '../board/fit-text.ts';
import { Said } from '../board/Said.tsx';
import { useDesignVariables } from '../board/useDesignVariables.ts';

interface Props {
  readonly table: TelevisionTable;
  readonly look: Look;
  /** CSS pixels. */
  readonly unit: number;
  /** Whether few tables have the screen. */
  readonly isLarge: boolean;
  readonly texts: TextsOf<'overlay' | 'tv'>;
}

/** Sizes in pixels of what is at least so many units, at most `largest`. */
const figureSizes = (unit: number, largest: number, smallest = 1): FitSizes =>
  oneLine(Math.floor(largest * unit), Math.floor(smallest * unit));
const nameSizes = (unit: number, largest: number, smallest = 1): FitSizes => ({
  ...figureSizes(unit, largest, smallest),
  smallestInOneLine: Math.floor(((largest + smallest) / 2) * unit),
});

/** One of several tables: its name, who plays, and how it stands. */
export const TableTile = ({ table, look, unit, isLarge, texts }: Props) => {
  const { board } = useStore(table.$live);
  const timeUp = useStore(table.clocks.$timeUp);
  const variables = useDesignVariables(look);
  const [alike] = useState(newAlikeGroups);
  const [name, score, count] = useMemo(
    () =>
      isLarge
        ? [nameSizes(unit, 3, 0.6), figureSizes(unit, 12), figureSizes(unit, 4)]
        : [nameSizes(unit, 1.9), figureSizes(unit, 3.4), figureSizes(unit, 1.8)],
    [unit, isLarge],
  );
  if (!variables) return null;
  const shown = board && shownOf(board);
  const row = (side: Side) => {
    if (!board || !shown) return null;
    const index = side === 'A' ? 0 : 1;
    return (
      <div
        key={side}
        className="on-air__plate tv-tile__player"
        data-side={side}
        data-lit={shown.at === side || undefined}
        data-won={shown.winner === side || undefined}
      >
        <span className="on-air__mark" aria-hidden="true" />
        <PlayerName board={board} side={side} sizes={name} />
        {shown.frames && (
          <Fitted
            text={formatScore(shown.scores[index])}
            className="tv-tile__points"
            testId={`overlay-points-${index + 1}`}
            sizes={count}
            alike="score"
          />
        )}
        <div className="on-air__tile tv-tile__tile">
          <Fitted
            text={formatScore(shown.wins[index])}
            className="on-air__score tv-tile__score"
            testId={`overlay-s${index + 1}`}
            sizes={score}
            alike="frames"
          />
        </div>
      </div>
    );
  };
  return (
    <section
      className="on-air tv-tile"
      dir="ltr"
      data-testid="tile"
      data-large={isLarge || undefined}
      data-design={look.design}
      data-theme={look.theme}
      data-motion={look.still ? 'none' : 'usual'}
      style={{ ...variables, '--unit': `${unit}px` } as CSSProperties}
    >
      <header className="tv-tile__head">
        <h2 className="tv-tile__title">
          <bdi>{screenTitle(table.title, texts.overlay.firstTable)}</bdi>
        </h2>
        {shown?.bestOf != null && (
          <Said texts={texts} className="tv-tile__target" testId="overlay-best-of">
            {texts.overlay.bestOf} <bdi>{shown.bestOf}</bdi>
          </Said>
        )}
        {shown?.minutes != null && !shown.over && (
          <Said texts={texts} className="tv-tile__target" testId="overlay-clock">
            {timeUp ? (
              texts.overlay.timeUp
            ) : (
              <bdi role="timer" aria-label={texts.overlay.timeLeft}>
                <ClockDigits $text={table.clocks.$clockText} />
              </bdi>
            )}
          </Said>
        )}
        {shown?.raceTo != null && shown.raceTo > 0 && (
          <Said texts={texts} className="tv-tile__target" testId="overlay-race-to">
            {texts.overlay.raceTo} <bdi>{formatScore(shown.raceTo)}</bdi>
          </Said>
        )}
      </header>
      {board && isFree(board) ? (
        <p className="tv-tile__free" lang={texts.locale}>
          {texts.tv.free}
        </p>
      ) : (
        <AlikeContext value={alike}>
          <div className="tv-tile__players">{SIDES.map(row)}</div>
        </AlikeContext>
      )}
    </section>
  );
};
