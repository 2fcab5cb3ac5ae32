import { phrase } from '../../rules/phrase.ts';
import type { MatchText, TextsOf } from '../../i18n/texts.ts';
import { useState, type SubmitEvent } from 'react';
import { changesOf, corrections, typedValue, type Correction } from '../../rules/correction.ts';
import { fieldPhrase } from '../../core/match/describe.ts';
import { playerOf } from '../../rules/phrase.ts';
import { inRange } from '../../rules/score.ts';
import type { Named } from '../../rules/players.ts';
import { refusalIn, SIDES, type Refusal } from '../../rules/rules.ts';
import type { Scored, Scoring } from './scoring.ts';
import { formatMessage } from '../../i18n/format.ts';
import { Choice } from './Choice.tsx';
import { EventField, TextField } from './TextField.tsx';
import { capital, inWords, nameText } from '../../i18n/phrases.ts';
import { matchWords } from './words.ts';

interface Props {
  readonly scored: Scored;
  readonly scoring: Pick<Scoring, 'score'>;
  readonly texts: TextsOf<'match'>;
  /** Called when the correction has been made, or when nothing changed. */
  readonly onDone: () => void;
}

interface FieldProps {
  readonly correction: Correction;
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly names: Named;
  readonly texts: TextsOf<'match'>;
}

/** A number with minus and plus buttons. */
const NumberField = ({ correction: { kind }, label, value, change, texts }: FieldProps) => {
  const now = typedValue(kind, value);
  const range = kind.type === 'number' ? { min: kind.min, max: kind.max } : undefined;
  const step = (by: number) => {
    const next = typeof now === 'number' ? now + by : Number.NaN;
    const fits = range !== undefined && inRange(next, range);
    return (
      <button
        className={`button correct__step ${by < 0 ? '' : 'correct__step--more'}`}
        type="button"
        disabled={!fits}
        aria-label={formatMessage(texts.match.correct[by < 0 ? 'fewer' : 'more'], { field: label })}
        onClick={() => change(String(next))}
      >
        {by < 0 ? '−' : '+'}
      </button>
    );
  };
  return (
    <div className="correct__number">
      <TextField
        texts={texts}
        numeric
        label={label}
        value={value}
        onType={change}
        {...(range && { range, ...(now === undefined && { problem: { problem: 'number', values: range } }) })}
      />
      {step(-1)}
      {step(1)}
    </div>
  );
};

const CorrectField = (props: FieldProps) => {
  const { correction, label, value, change, names, texts } = props;
  const { kind } = correction;
  switch (kind.type) {
    case 'name':
      return correction.field === 'event' ? (
        <EventField texts={texts} label={label} value={value} onType={change} />
      ) : (
        <TextField texts={texts} label={label} value={value} onType={change} />
      );
    case 'number':
      return <NumberField {...props} />;
    case 'side':
      return (
        <Choice
          legend={label}
          options={SIDES.map((side) => ({
            value: side,
            label: <bdi translate="no">{nameText(texts, playerOf(names, side))}</bdi>,
          }))}
          value={value}
          onChoose={change}
        />
      );
    case 'flag':
      return (
        <Choice
          legend={label}
          options={(['true', 'false'] as const).map((flag) => ({
            value: flag,
            label: capital(texts.match.log[flag === 'true' ? 'yes' : 'no']),
          }))}
          value={value}
          onChoose={change}
        />
      );
    case 'choice':
      return (
        <Choice
          legend={label}
          options={kind.choices.map((choice) => ({
            value: choice,
            label: capital(inWords(texts, phrase(`${kind.texts}.${choice}` as MatchText))),
          }))}
          value={value}
          onChoose={change}
        />
      );
    default:
      return kind satisfies never;
  }
};

/** Corrects any value of a match by hand, bypassing the rules: the scorer can see the table. */
export const Correct = ({ scored, scoring, texts, onDone }: Props) => {
  const { rules } = scored;
  // The values when the form opened, so that changes made elsewhere since aren't overwritten.
  const [seen, setSeen] = useState(scored.state);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [refused, setRefused] = useState<Refusal | null>(null);
  const groups = corrections(rules, seen);
  const board = rules.board(seen);
  const values = Object.fromEntries(
    groups.flatMap(({ fields }) => fields.map(({ field }) => [field, rules.shown(seen, field)] as const)),
  );
  const changes = changesOf(groups, values, typed);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!changes) return;
    const refusal = Object.keys(changes).length === 0 ? null : refusalIn(scoring.score('set', { changes }));
    setRefused(refusal);
    if (!refusal) onDone();
  };

  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <p className="field__hint">{texts.match.correct.hint}</p>
      {groups.map(({ group, fields }) => (
        <fieldset key={group} className="form__group">
          <legend className="choice__legend">{texts.match.correct[group]}</legend>
          {fields.map((correction) => (
            <CorrectField
              key={correction.field}
              correction={correction}
              label={inWords(texts, fieldPhrase(rules, board, correction.field))}
              value={typed[correction.field] ?? String(values[correction.field])}
              change={(value) => setTyped({ ...typed, [correction.field]: value })}
              names={board}
              texts={texts}
            />
          ))}
        </fieldset>
      ))}
      <div className="form__end">
        {refused && (
          <>
            <p className="field__error" role="alert">
              {matchWords(texts).explain(scored, refused)}
            </p>
            <button
              className="button button--quiet"
              type="button"
              onClick={() => {
                setSeen(scored.state);
                setRefused(null);
              }}
            >
              {texts.match.correct.latest}
            </button>
          </>
        )}
        <button className="button button--primary button--large" type="submit">
          {texts.match.correct.save}
        </button>
      </div>
    </form>
  );
};
