import { BEST_OFS, RACES } from '../../core/match/formats.ts';
import { Choice } from './Choice.tsx';
import type { DraftProps } from './NewMatch.tsx';
import { Typed } from './Typed.tsx';

/** How many racks or frames win the match: one tap, or any number typed. */
export const MatchLength = ({ draft, texts, edit, typed }: DraftProps) => {
  const { game, raceTo, bestOf, timed } = draft;
  if (game === 'plain') return <Typed {...typed('raceTo')} numeric label={texts['new.raceTo']} />;
  const snooker = game === 'snooker';
  const name = snooker ? 'bestOf' : 'raceTo';
  const value = snooker ? bestOf : raceTo;
  const label = texts[snooker ? 'new.bestOf' : 'new.raceTo'];
  const options = (snooker ? BEST_OFS : RACES).map((count) => ({ value: String(count), label: count }));
  return (
    <Choice
      legend={label}
      options={snooker ? options : [...options, { value: 'timed', label: texts['new.timed'] }]}
      value={timed && !snooker ? 'timed' : value}
      onChoose={(chosen) => edit(chosen === 'timed' ? { timed: true } : { [name]: chosen, timed: false })}
    >
      {(snooker || !timed) && <Typed {...typed(name)} numeric label={texts['new.otherNumber']} />}
    </Choice>
  );
};
