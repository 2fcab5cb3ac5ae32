import { useStore } from '@nanostores/react';
import { GAME_NAMES } from '../../games/boards.ts';
import { SelectField } from '../../kit/SelectField.tsx';
import { tableName } from '../../kit/table-name.ts';
import type { PartProps } from './props.ts';

interface Props extends Pick<PartProps, 'texts' | 'tables'> {
  readonly filter: { readonly tableId?: string; readonly game?: string };
  /** Null for all. */
  readonly filterBy: (change: { readonly tableId: string | null } | { readonly game: string | null }) => void;
}

/** Filters results by table and by game. */
export const TableAndGame = ({ texts, tables, filter, filterBy }: Props) => {
  const { tables: all } = useStore(tables.$tables, { ssr: 'initial' });
  return (
    <>
      <SelectField
        label={texts.results.filter.table}
        value={filter.tableId}
        onChoose={(id) => filterBy({ tableId: id === '' ? null : id })}
      >
        <option value="">{texts.results.filter.allTables}</option>
        {(all ?? []).map(({ id, title }) => (
          <option key={id} value={id}>
            {tableName(title, texts)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.results.filter.game}
        value={filter.game}
        onChoose={(game) => filterBy({ game: game === '' ? null : game })}
      >
        <option value="">{texts.results.filter.allGames}</option>
        {GAME_NAMES.map((name) => (
          <option key={name} value={name}>
            {texts.match.games[name]}
          </option>
        ))}
      </SelectField>
    </>
  );
};
