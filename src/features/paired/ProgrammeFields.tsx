import { useId, useState } from 'react';
import { numberOrZero, parseNumber, within } from '../../rules/number.ts';
import { isWhole } from '../../rules/read.ts';
import { TURN_SECONDS, TURNS, type Programme, type Turn } from '../../core/television/programme.ts';
import { formatMessage } from '../../i18n/format.ts';
import { NumberInput } from '../../kit/NumberInput.tsx';
import { SelectField } from '../../kit/SelectField.tsx';
import type { PartProps, TelevisionSetting } from './props.ts';

interface Props extends Pick<PartProps, 'texts'> {
  readonly programme: Programme;
  readonly tableId: string | null;
  /** The tables, by their ids. */
  readonly choices: readonly { readonly value: string; readonly text: string }[];
  readonly change: (changes: Partial<Pick<TelevisionSetting, 'programme' | 'tableId'>>) => void;
}

const SECONDS = { min: TURN_SECONDS.least, max: TURN_SECONDS.most };

/** The turns of a television, and their length. The last remaining one can't be unticked. */
export const ProgrammeFields = ({ texts, programme, tableId, choices, change }: Props) => {
  const { turns, seconds } = programme;
  /** Kept as typed. */
  const [typed, setTyped] = useState(String(seconds));
  const isWrong = !isWhole(parseNumber(typed), SECONDS);
  const id = useId();
  const tick = (turn: Turn, isTicked: boolean): void =>
    change({
      programme: {
        ...programme,
        turns: TURNS.filter((name) => (name === turn ? isTicked : turns.includes(name))),
      },
      ...(turn === 'table' && isTicked && { tableId: tableId ?? choices[0]?.value ?? null }),
    });
  return (
    <div className="paired__programme paired__wide" role="group" aria-labelledby={id}>
      <p className="field__label" id={id}>
        {texts.paired.television.turns.title}
      </p>
      <div className="paired__turns">
        {TURNS.map((turn) => (
          <label key={turn} className="check paired__check">
            <input
              type="checkbox"
              checked={turns.includes(turn)}
              disabled={turns.length === 1 && turns[0] === turn}
              onChange={(event) => tick(turn, event.currentTarget.checked)}
            />
            <span>{texts.paired.television.turns[turn]}</span>
          </label>
        ))}
      </div>
      <div className="paired__fields">
        {turns.includes('table') && (
          <SelectField
            label={texts.paired.television.turnTable}
            value={tableId ?? ''}
            onChoose={(table) => change({ tableId: table })}
          >
            {tableId === null && <option value="" />}
            {choices.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
        )}
        <div className="field">
          <label className="field__label" htmlFor={`${id}-seconds`}>
            {texts.paired.television.seconds}
          </label>
          <NumberInput
            id={`${id}-seconds`}
            range={SECONDS}
            value={typed}
            aria-invalid={isWrong || undefined}
            aria-describedby={`${id}-help`}
            onType={(text) => {
              setTyped(text);
              change({
                programme: { ...programme, seconds: Math.round(within(numberOrZero(text), SECONDS)) },
              });
            }}
            onBlur={() => setTyped(String(seconds))}
          />
          <p className={isWrong ? 'field__error' : 'field__hint'} id={`${id}-help`}>
            {formatMessage(texts.paired.television.secondsHelp, TURN_SECONDS)}
          </p>
        </div>
      </div>
    </div>
  );
};
