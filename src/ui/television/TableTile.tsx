import type { TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import { useMemo, type CSSProperties } from 'react';

import type { Look } from '../../core/overlay/look.ts';
import { formatScore } from '../../core/overlay/score.ts';
import { shownOf } from '../../games/boards.ts';
import { SIDES, type Side } from '../../core/rules/rules.ts';
import type { TelevisionTable } from '../../stores/overlay/television-tables.ts';
import { Fitted } from '../board/Fitted.tsx';
import type { FitSizes } from '../board/fit-text.ts';
import { Said } from '../board/Said.tsx';
import { useDesignVariables } from '../board/useDesignVariables.ts';

interface Props {
  readonly table: TelevisionTable;
  readonly look: Look;
  /** CSS pixels. */
  readonly unit: number;
  readonly texts: TextsOf<'overlay'>;
}

/** Sizes in pixels of what is drawn in units. */
const sizesOf = (unit: number, largest: number, smallest: number): FitSizes => ({
  largest: Math.floor(largest * unit),
  smallestInOneLine: Math.floor(((largest + smallest) / 2) * unit),
  smallestUnbroken: Math.floor(smallest * unit),
  smallest: Math.floor(smallest * unit),
});

/** One of several tables: its name, who plays, and how it stands. */
export const TableTile = ({ table, look, unit, texts }: Props) => {
  const { board } = useStore(table.$live);
  const variables = useDesignVariables(look);
  const [name, score, count] = useMemo(
    () => [sizesOf(unit, 1.9, 0.8), sizesOf(unit, 2.9, 1), sizesOf(unit, 1.5, 0.7)],
    [unit],
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
        <Fitted
          text={side === 'A' ? board.p1 : board.p2}
          className="on-air__name tv-tile__name"
          testId={side === 'A' ? 'overlay-p1' : 'overlay-p2'}
          sizes={name}
        />
        {shown.frames && (
          <Fitted
            text={formatScore(shown.scores[index])}
            className="tv-tile__points"
            testId={`overlay-points-${index + 1}`}
            sizes={count}
          />
        )}
        <div className="on-air__tile tv-tile__tile">
          <Fitted
            text={formatScore(shown.wins[index])}
            className="on-air__score tv-tile__score"
            testId={`overlay-s${index + 1}`}
            sizes={score}
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
      data-design={look.design}
      data-theme={look.theme}
      data-motion={look.still ? 'none' : 'usual'}
      style={{ ...variables, '--unit': `${unit}px` } as CSSProperties}
    >
      <header className="tv-tile__head">
        <h2 className="tv-tile__title">
          <bdi>{table.title}</bdi>
        </h2>
        {shown?.bestOf != null && (
          <Said texts={texts} className="tv-tile__target" testId="overlay-best-of">
            {texts.overlay.bestOf} <bdi>{shown.bestOf}</bdi>
          </Said>
        )}
        {shown?.raceTo != null && shown.raceTo > 0 && (
          <Said texts={texts} className="tv-tile__target" testId="overlay-race-to">
            {texts.overlay.raceTo} <bdi>{formatScore(shown.raceTo)}</bdi>
          </Said>
        )}
      </header>
      <div className="tv-tile__players">{SIDES.map(row)}</div>
    </section>
  );
};
