import { LOCALES } from '../../i18n/locales.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import { useRef, type CSSProperties } from 'react';
import type { Look } from '../../core/overlay/look.ts';
import { gridOf } from '../../core/television/grid.ts';
import type { TelevisionTable } from '../../stores/overlay/television-tables.ts';
import { AnyLayout } from '../board/AnyLayout.tsx';
import { useElementSize } from '../board/useElementSize.ts';
import { TableTile } from './TableTile.tsx';

interface Props {
  readonly look: Look;
  readonly texts: TextsOf<'overlay'>;
}

/** One table over the whole screen; nothing before its board was ever seen. */
export const OneTable = ({ table, look, texts }: Props & { readonly table: TelevisionTable }) => {
  const { board, dressing } = useStore(table.$live);
  return board ? (
    <AnyLayout board={board} dressing={dressing} look={look} clocks={table.clocks} texts={texts} />
  ) : null;
};

/** All tables of a venue, as large as they can be. */
export const AllTables = ({ tables, ...rest }: Props & { readonly tables: readonly TelevisionTable[] }) => {
  const root = useRef<HTMLDivElement>(null);
  const place = useElementSize(root, true);
  const grid = place && gridOf(tables.length, place);
  return (
    <div
      ref={root}
      className="tv-grid"
      dir={LOCALES[rest.texts.locale].dir}
      data-testid="grid"
      style={grid ? ({ '--columns': grid.columns, '--rows': grid.rows } as CSSProperties) : undefined}
    >
      {grid &&
        tables.map((table) => <TableTile key={table.token} table={table} unit={grid.unit} {...rest} />)}
    </div>
  );
};
