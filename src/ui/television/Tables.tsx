import { LOCALES } from '../../i18n/locales.ts';
import { say } from '../../i18n/say.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import { useRef, type CSSProperties } from 'react';
import type { Look } from '../../core/overlay/look.ts';
import { gridOf, PAGE_MILLIS, pagesOf } from '../../core/television/grid.ts';
import { TIME_OF_DAY, timeText } from '../../core/time/text.ts';
import type { Television } from '../../stores/overlay/television.ts';
import type { TelevisionTable } from '../../stores/overlay/television-tables.ts';
import { createTurns } from '../../stores/overlay/turns.ts';
import { AnyLayout } from '../board/AnyLayout.tsx';
import { useDesignVariables } from '../board/useDesignVariables.ts';
import { useElementSize } from '../board/useElementSize.ts';
import { TableTile } from './TableTile.tsx';

interface Props {
  readonly look: Look;
  readonly texts: TextsOf<'overlay' | 'tv'>;
}

/** As many tables have large figures. */
const FEW = 4;

const $turn = createTurns(PAGE_MILLIS);

/** One table over the whole screen; nothing before its board was ever seen. */
export const OneTable = ({ table, look, texts }: Props & { readonly table: TelevisionTable }) => {
  const { board, dressing } = useStore(table.$live);
  return board ? (
    <AnyLayout board={board} dressing={dressing} look={look} clocks={table.clocks} texts={texts} />
  ) : null;
};

interface AllProps extends Props {
  /** What the venue calls this screen. */
  readonly title: string;
  readonly tables: Television['tables'];
}

/** All tables of a venue, as large as they can be, below a line about the venue. */
export const AllTables = ({ title, tables, look, texts }: AllProps) => {
  const root = useRef<HTMLDivElement>(null);
  const place = useElementSize(root, true);
  const variables = useDesignVariables(look);
  const all = useStore(tables.$tables);
  const playing = useStore(tables.$playing);
  const minuteMillis = useStore(tables.$minuteMillis);
  const pages = pagesOf(all);
  const page = useStore($turn) % pages.length;
  const grid = place && gridOf(pages[0]?.length ?? 0, place);
  const { lang, dir } = LOCALES[texts.locale];
  return (
    <div className="tv-all" dir={dir} style={variables as CSSProperties}>
      <header className="tv-head" lang={lang} data-testid="tv-head">
        <h1 className="tv-head__title">
          <bdi>{title}</bdi>
        </h1>
        <p>{say(texts.tv.inPlay, { count: playing, total: all.length })}</p>
        {pages.length > 1 && (
          <p dir="ltr">
            {page + 1} / {pages.length}
          </p>
        )}
        <p className="tv-head__time">{timeText(minuteMillis, TIME_OF_DAY, texts.locale)}</p>
      </header>
      <div
        ref={root}
        className="tv-grid"
        data-testid="grid"
        style={grid ? ({ '--columns': grid.columns, '--rows': grid.rows } as CSSProperties) : undefined}
      >
        {grid &&
          pages[page]?.map((table) => (
            <TableTile
              key={table.token}
              table={table}
              unit={grid.unit}
              isLarge={all.length <= FEW}
              look={look}
              texts={texts}
            />
          ))}
      </div>
    </div>
  );
};
