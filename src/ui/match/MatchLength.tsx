import { formatOf } from '../../core/match/formats.ts';
import { Choice } from './Choice.tsx';
import type { DraftProps } from './NewMatch.tsx';
import { Typed } from './Typed.tsx';

/** How many racks or frames win the match: one tap, or any number typed. */
export const MatchLength = ({ draft, texts, edit, typed }: DraftProps) => {
  const { field, choices, timed: mayBeTimed } = formatOf(draft.game).length;
  const label = texts.match.new[field];
  if (choices === null) return <Typed {...typed(field)} numeric label={label} />;
  const timed = mayBeTimed && draft.timed;
  const options = choices.map((count) => ({ value: String(count), label: count }));
  return (
    <Choice
      legend={label}
      options={mayBeTimed ? [...options, { value: 'timed', label: texts.match.new.timed }] : options}
      value={timed ? 'timed' : draft[field]}
      onChoose={(chosen) => edit(chosen === 'timed' ? { timed: true } : { [field]: chosen, timed: false })}
    >
      {!timed && <Typed {...typed(field)} numeric label={texts.match.new.otherNumber} />}
    </Choice>
  );
};
