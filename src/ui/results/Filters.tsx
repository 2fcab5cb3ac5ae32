import { useStore } from '@nanostores/react';
import { useId, type ReactNode } from 'react';
import { RESULT_STATES } from '../../core/record/result.ts';
import { oneOf } from '../../core/rules/read.ts';
import { GAME_NAMES } from '../../games/boards.ts';
import { tableName } from '../tables/table-name.ts';
import type { PartProps } from './props.ts';

interface SelectProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChoose: (value: string) => void;
  readonly children: ReactNode;
}

/** One of several, all of them for none. */
export const SelectField = ({ label, value = '', onChoose, children }: SelectProps) => {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <select
        className="field__control"
        id={id}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {children}
      </select>
    </div>
  );
};

/** Which of a day's matches are listed: of a table, of a game, by how they ended. */
export const Filters = ({ texts, results, tables }: Pick<PartProps, 'texts' | 'results' | 'tables'>) => {
  const { filter } = useStore(results.$day, { ssr: 'initial' });
  const { tables: all } = useStore(tables.$tables, { ssr: 'initial' });
  return (
    <div className="results__filters">
      <SelectField
        label={texts.results.filter.table}
        value={filter.tableId}
        onChoose={(id) => results.filterBy({ tableId: id === '' ? null : id })}
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
        onChoose={(game) => results.filterBy({ game: game === '' ? null : game })}
      >
        <option value="">{texts.results.filter.allGames}</option>
        {GAME_NAMES.map((name) => (
          <option key={name} value={name}>
            {texts.match.games[name]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.results.filter.state}
        value={filter.state}
        onChoose={(state) => results.filterBy({ state: oneOf(RESULT_STATES, state) ? state : null })}
      >
        <option value="">{texts.results.filter.allStates}</option>
        {RESULT_STATES.map((state) => (
          <option key={state} value={state}>
            {texts.results.states[state]}
          </option>
        ))}
      </SelectField>
    </div>
  );
};
