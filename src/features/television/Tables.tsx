import { formatMessage } from '../../i18n/format.ts';
import { useStore } from '@nanostores/react';
import { useRef, type CSSProperties } from 'react';
import { gridOf, pagesOf, tablesAtOnce } from '../../core/television/grid.ts';
import { pageMillis } from '../../core/television/programme.ts';
import { isFree, isOccupied, showsBoard } from '../../core/room/table-state.ts';
import type { TelevisionWaitingList } from '../../core/television/waiting.ts';
import type { TelevisionTable } from './television-tables.ts';
import { AnyLayout } from '../board/AnyLayout.tsx';
import { useElementSize } from '../board/useElementSize.ts';
import { minTextPixels } from './min-text-size.ts';
import { PublicPage } from './PublicPage.tsx';
import type { ScreenProps } from './props.ts';
import { TableTile } from './TableTile.tsx';
import { TurnScreen } from './TurnScreen.tsx';
import { useServerTurns } from './useServerTurns.ts';

/** Up to this many tables have large figures. */
const FEW = 4;

/** The height at which a tile fits all its lines, as a multiple of the smallest text size. */
const LOW = 9;

interface Props extends ScreenProps {
  /** The venue's name; empty if it has none. */
  readonly title: string;
  /** How long the tables' turn lasts; null if there is no other turn. */
  readonly turnMillis: number | null;
  /** The tables' states; null before the server has sent them. */
  readonly list: TelevisionWaitingList | null;
}

const factsOf = (list: TelevisionWaitingList | null, table: TelevisionTable) =>
  list?.tables.find(({ id }) => id === table.id) ?? null;

type OneProps = Omit<Props, 'turnMillis' | 'screen'> & { readonly table: TelevisionTable };

/** One table over the whole screen: its board, or the party there. Nothing until its board has loaded. */
export const OneTable = ({ title, list, table, tables, look, texts, zone }: OneProps) => {
  const root = useRef<HTMLDivElement>(null);
  const place = useElementSize(root);
  const { board, branding } = useStore(table.$live);
  const facts = factsOf(list, table);
  return (
    <TurnScreen isOne title={title} tables={tables} look={look} texts={texts} zone={zone}>
      <div ref={root} className="tv-one__board" style={{ '--columns': 1, '--rows': 1 } as CSSProperties}>
        {board && showsBoard(facts) && (
          <AnyLayout board={board} branding={branding} look={look} clocks={table.clocks} texts={texts} />
        )}
        {board && facts && !showsBoard(facts) && place && (
          <TableTile
            table={table}
            facts={facts}
            unit={gridOf(1, place).unit}
            isLarge
            isLow={false}
            look={look}
            texts={texts}
            zone={zone}
          >
            {table.matchId !== null && isFree(facts) && (
              <PublicPage matchId={table.matchId} locale={texts.locale} text={texts.sign.follow} />
            )}
          </TableTile>
        )}
      </div>
    </TurnScreen>
  );
};

/** All tables of a venue, as large as possible, below a heading with the venue's name. */
export const AllTables = (props: Props) => {
  const { title, turnMillis, list, tables, time, look, texts, zone, screen } = props;
  const root = useRef<HTMLDivElement>(null);
  const place = useElementSize(root);
  const all = useStore(tables.$tables);
  const inPlay = all.filter((table) => {
    const facts = factsOf(list, table);
    return facts !== null && isOccupied(facts);
  }).length;
  const pages = pagesOf(all, tablesAtOnce(screen));
  const page = useServerTurns(time, pageMillis(Math.max(1, pages.length), turnMillis)) % pages.length;
  const grid = place && gridOf(pages[0]?.length ?? 0, place);
  return (
    <TurnScreen
      title={title}
      page={page}
      pages={pages.length}
      count={
        list && all.length > 0 && formatMessage(texts.television.inPlay, { count: inPlay, total: all.length })
      }
      tables={tables}
      look={look}
      texts={texts}
      zone={zone}
    >
      <div
        ref={root}
        className="tv-grid"
        data-testid="grid"
        style={grid ? ({ '--columns': grid.columns, '--rows': grid.rows } as CSSProperties) : undefined}
      >
        {all.length === 0 && (
          <p className="tv-empty" lang={texts.locale}>
            {texts.television.noTables}
          </p>
        )}
        {place &&
          grid &&
          pages[page]?.map((table) => (
            <TableTile
              key={table.token}
              table={table}
              facts={factsOf(list, table)}
              unit={grid.unit}
              isLarge={all.length <= FEW}
              isLow={place.height / grid.rows < LOW * minTextPixels()}
              isWide={grid.isWide}
              look={look}
              texts={texts}
              zone={zone}
            />
          ))}
      </div>
    </TurnScreen>
  );
};
