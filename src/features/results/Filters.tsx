import { useStore } from '@nanostores/react';
import { RESULT_STATES } from '../../core/results/result.ts';
import { oneOf } from '../../rules/read.ts';
import { SelectField } from '../../kit/SelectField.tsx';
import type { PartProps } from './props.ts';
import { TableAndGame } from './TableAndGame.tsx';

/** Filters for a day's matches: by table, by game, by how they ended. */
export const Filters = ({ texts, results, tables }: Pick<PartProps, 'texts' | 'results' | 'tables'>) => {
  const { filter } = useStore(results.$day, { ssr: 'initial' });
  return (
    <div className="results__filters">
      <TableAndGame texts={texts} tables={tables} filter={filter} filterBy={results.filterBy} />
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
