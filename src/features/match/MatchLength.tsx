import { formatOf, isTimed } from '../../core/match/new-match-draft.ts';
import { Choice } from './Choice.tsx';
import type { DraftProps } from './props.ts';
import { TextField } from './TextField.tsx';

/** How many racks or frames win the match, or how long it is played: one tap, or any number typed. */
export const MatchLength = ({ draft, texts, edit, typed }: DraftProps) => {
  const { field, choices, minutes } = formatOf(draft.game).length;
  const label = texts.match.new[field];
  if (choices === null) return <TextField {...typed(field)} numeric label={label} />;
  const timed = isTimed(draft);
  const optionsOf = (counts: readonly number[]) =>
    counts.map((count) => ({ value: String(count), label: count }));
  return (
    <>
      <Choice
        legend={label}
        options={[
          ...optionsOf(choices),
          ...(minutes ? [{ value: 'timed', label: texts.match.new.timed }] : []),
        ]}
        value={timed ? 'timed' : draft[field]}
        onChoose={(chosen) => edit(chosen === 'timed' ? { timed: true } : { [field]: chosen, timed: false })}
      >
        {!timed && <TextField {...typed(field)} numeric label={texts.match.new.otherNumber} />}
      </Choice>
      {timed && minutes && (
        <Choice
          legend={texts.match.new.minutes}
          options={optionsOf(minutes)}
          value={draft.minutes}
          onChoose={(chosen) => edit({ minutes: chosen })}
        >
          <TextField {...typed('minutes')} numeric label={texts.match.new.otherNumber} />
        </Choice>
      )}
    </>
  );
};
