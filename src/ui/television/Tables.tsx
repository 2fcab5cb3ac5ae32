import { LOCALES } from '../../i18n/locales.ts';
import { say } from '../../i18n/say.ts';
import { useStore } from '@nanostores/react';
import { useRef, type CSSProperties } from 'react';
import { gridOf, pagesOf, tablesAtOnce } from '../../core/television/grid.ts';
import { pageMillis } from '../../core/television/programme.ts';
import { hasPlayersAt, isCalledTo, type ScreenList } from '../../core/television/waiting.ts';
import type { TelevisionTable } from '../../stores/overlay/television-tables.ts';
import { AnyLayout } from '../board/AnyLayout.tsx';
import { useDesignVariables } from '../board/useDesignVariables.ts';
import { useElementSize } from '../board/useElementSize.ts';
import { leastPixels } from './least.ts';
import type { ScreenProps } from './props.ts';
import { ScreenHead } from './ScreenHead.tsx';
import { TableTile } from './TableTile.tsx';
import { useServerTurns } from './useServerTurns.ts';

/** As many tables have large figures. */
const FEW = 4;

/** The height in which a tile has all its lines, in the smallest text's size. */
const LOW = 6.8;

type OneProps = Pick<ScreenProps, 'look' | 'texts'> & { readonly table: TelevisionTable };

/** One table over the whole screen; nothing before its board was ever seen. */
export const OneTable = ({ table, look, texts }: OneProps) => {
  const { board, dressing } = useStore(table.$live);
  return board ? (
    <AnyLayout board={board} dressing={dressing} look={look} clocks={table.clocks} texts={texts} />
  ) : null;
};

interface AllProps extends ScreenProps {
  readonly title: string;
  /** How long they are shown at a time; null if nothing else is. */
  readonly turnMillis: number | null;
  /** Who is at which table; nothing where that isn't told. */
  readonly list?: ScreenList | null;
}

/** All tables of a venue, as large as they can be, below a line about the venue. */
export const AllTables = ({ title, turnMillis, list, tables, time, look, texts, zone, screen }: AllProps) => {
  const root = useRef<HTMLDivElement>(null);
  const place = useElementSize(root, true);
  const variables = useDesignVariables(look);
  const all = useStore(tables.$tables);
  const playing = useStore(tables.$playing);
  const inPlay = all.filter(({ id }) => playing.includes(id) || (list && hasPlayersAt(list, id))).length;
  const pages = pagesOf(all, tablesAtOnce(screen));
  const page = useServerTurns(time, pageMillis(pages.length, turnMillis)) % pages.length;
  const grid = place && gridOf(pages[0]?.length ?? 0, place);
  return (
    <div className="tv-all" dir={LOCALES[texts.locale].dir} style={variables as CSSProperties}>
      <ScreenHead
        title={title}
        locale={texts.locale}
        minutes={tables.$minutes}
        zone={zone}
        page={page}
        pages={pages.length}
      >
        {say(texts.tv.inPlay, { count: inPlay, total: all.length })}
      </ScreenHead>
      <div
        ref={root}
        className="tv-grid"
        data-testid="grid"
        style={grid ? ({ '--columns': grid.columns, '--rows': grid.rows } as CSSProperties) : undefined}
      >
        {place &&
          grid &&
          pages[page]?.map((table) => (
            <TableTile
              key={table.token}
              table={table}
              listed={list?.tables.find(({ id }) => id === table.id)}
              isCalled={list ? isCalledTo(list, table.id) : false}
              unit={grid.unit}
              isLarge={all.length <= FEW}
              isLow={place.height / grid.rows < LOW * leastPixels()}
              look={look}
              texts={texts}
            />
          ))}
      </div>
    </div>
  );
};
