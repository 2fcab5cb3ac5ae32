import { useState, type SubmitEvent } from 'react';
import type { Match } from '../../core/tournament/bracket.ts';
import type { Outcome } from '../../core/tournament/facts.ts';
import { UNITS_RANGE } from '../../rules/format.ts';
import { isWhole } from '../../rules/read.ts';
import { parseNumber } from '../../rules/number.ts';
import { entryText, roundText } from '../../core/tournament/words.ts';
import { formatMessage } from '../../i18n/format.ts';
import { pairOf } from '../../i18n/isolated.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { Choice } from '../match/Choice.tsx';
import { TextField } from '../match/TextField.tsx';
import { Difference, Taken } from './Difference.tsx';
import { endIdle, takenIn } from './evening.ts';
import type { TonightProps } from './props.ts';

interface Props extends TonightProps {
  readonly match: Match;
  readonly onClose: () => void;
}

const WAYS = ['hand', 'walkover', 'retired'] as const;
type Way = (typeof WAYS)[number];

/** Units as people see them: none may be below 0 or above the range. */
const UNITS = { ...UNITS_RANGE, min: 0 };

/** A match's outcome as typed. */
interface Typed {
  readonly winner: 0 | 1 | 'nobody' | null;
  readonly way: Way;
  readonly units: readonly [string, string];
}

const typedOf = (outcome: Outcome | null): Typed =>
  outcome === null
    ? { winner: null, way: 'hand', units: ['', ''] }
    : {
        winner: outcome.winner ?? 'nobody',
        way: outcome.reason === 'played' ? 'hand' : outcome.reason,
        units: [String(outcome.units[0]), String(outcome.units[1])],
      };

/** The outcome that was typed; null while something is missing. With a score, the higher one wins. */
const outcomeOf = ({ winner, way, units }: Typed, pair: Outcome['pair']): Outcome | null => {
  const [a, b] = [parseNumber(units[0]), parseNumber(units[1])];
  if (way !== 'hand') {
    if (winner === null || (winner === 'nobody' && way === 'retired')) return null;
    const counted = way === 'retired' && isWhole(a, UNITS) && isWhole(b, UNITS);
    return {
      pair,
      winner: winner === 'nobody' ? null : winner,
      units: counted ? [a, b] : [0, 0],
      reason: way,
      result: null,
    };
  }
  if (!isWhole(a, UNITS) || !isWhole(b, UNITS) || a === b) return null;
  return { pair, winner: a > b ? 0 : 1, units: [a, b], reason: 'hand', result: null };
};

/** Enters or corrects how a match ended, after saying what that takes from others. */
export const MatchSheet = ({ tournaments, evening, room, list, texts, isSending, match, onClose }: Props) => {
  const { entries, parties, outcomes } = evening;
  const { slot, sides, outcome, played, waiting } = match;
  const { tournamentDesk } = texts;
  const [typed, setTyped] = useState(() => typedOf(outcome));
  const [isAsking, setAsking] = useState(false);
  const pair = sides as Outcome['pair'];
  const next = outcomeOf(typed, pair);
  const nameOf = (who: Match['sides'][number]): string => entryText(entries, who, texts);
  const key = `outcome:${slot.id}`;
  const takenWith = (value: Outcome | null): readonly Match[] => {
    const changed = new Map(outcomes);
    if (value) changed.set(slot.id, value);
    else changed.delete(slot.id);
    return takenIn(evening, { outcomes: changed }).filter((one) => one.slot.id !== slot.id);
  };
  const taken = takenWith(next);
  const say = (value: Outcome | null): void => {
    void tournaments.say([{ key, value }]);
    // Nobody waits for a match that is over, or that others play now.
    const done = value ? [match, ...takenWith(value)] : [];
    endIdle(
      room,
      list,
      done.flatMap((one) => parties.get(one.slot.id) ?? []),
    );
    onClose();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!next) return;
    if (taken.length > 0 && !isAsking) setAsking(true);
    else say(next);
  };
  const edit = (change: Partial<Typed>): void => {
    setTyped({ ...typed, ...change });
    setAsking(false);
  };
  const said = ({ winner }: Outcome): string =>
    winner === null ? tournamentDesk.match.nobody : nameOf(pair[winner]);
  const isDifferent = played !== null && outcome !== null && played.winner !== outcome.winner;
  const names = sides.map(nameOf);
  return (
    <Dialog
      title={<span translate="no">{pairOf(names)}</span>}
      close={texts.tables.close}
      small
      onClose={onClose}
    >
      <p className="field__hint">{roundText(slot, evening, texts)}</p>
      {isDifferent && (
        <Difference
          texts={texts}
          isSending={isSending}
          result={said(played)}
          stored={said(outcome)}
          leave={() => say({ ...outcome, reason: 'hand', result: null })}
        >
          <button className="button" type="button" onClick={() => edit(typedOf(played))}>
            {tournamentDesk.match.change}
          </button>
        </Difference>
      )}
      {waiting && (
        <p className="alert">
          {formatMessage(tournamentDesk.match.waiting, {
            one: nameOf(waiting.pair[0]),
            other: nameOf(waiting.pair[1]),
          })}
        </p>
      )}
      <form className="form" noValidate onSubmit={submit}>
        <Choice
          legend={tournamentDesk.match.how}
          options={WAYS.map((way) => ({
            value: way,
            label: way === 'hand' ? tournamentDesk.match.byScore : texts.tournament.reasons[way],
          }))}
          value={typed.way}
          onChoose={(way) => edit({ way })}
        />
        {typed.way !== 'hand' && (
          <Choice
            legend={tournamentDesk.match.who}
            options={[
              ...([0, 1] as const).map((value) => ({
                value,
                label: <bdi translate="no">{names[value]}</bdi>,
              })),
              ...(typed.way === 'walkover'
                ? [{ value: 'nobody' as const, label: tournamentDesk.match.nobody }]
                : []),
            ]}
            value={typed.winner}
            onChoose={(winner) => edit({ winner })}
          />
        )}
        {typed.way !== 'walkover' && (
          <div className="side-fields side-fields--pair">
            {([0, 1] as const).map((index) => (
              <TextField
                key={index}
                texts={texts}
                label={formatMessage(tournamentDesk.match.score, { name: names[index] ?? '' })}
                value={typed.units[index]}
                numeric
                range={UNITS}
                onType={(text) =>
                  edit({ units: index === 0 ? [text, typed.units[1]] : [typed.units[0], text] })
                }
              />
            ))}
          </div>
        )}
        {isAsking && <Taken evening={evening} texts={texts} matches={taken} />}
        <div className="button-row">
          <button
            className={`button ${isAsking ? '' : 'button--primary'}`}
            type="submit"
            disabled={isSending || !next}
          >
            {isAsking ? tournamentDesk.match.change : tournamentDesk.match.save}
          </button>
          {outcomes.has(slot.id) && takenWith(null).length === 0 && (
            <button className="button" type="button" disabled={isSending} onClick={() => say(null)}>
              {tournamentDesk.match.clear}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
};
