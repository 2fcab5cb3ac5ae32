import { useId, useState, type SubmitEvent } from 'react';
import { isGame } from '../../games/boards.ts';
import { formatOf } from '../../core/match/new-match-draft.ts';
import { ENTRY_NUMBERS, type Fact } from '../../core/tournament/facts.ts';
import { limitName } from '../../rules/name.ts';
import { handicapRange } from '../../rules/handicap.ts';
import { isNotNumber, numberOrZero } from '../../rules/number.ts';
import { inRange } from '../../rules/score.ts';
import type { Range } from '../../rules/format.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { TextField } from '../match/TextField.tsx';
import { endOf, takenIn, type Evening } from './evening.ts';
import type { PartProps } from './props.ts';

interface Props extends PartProps {
  /** Null for a late entry. */
  readonly entry: number | null;
  readonly onClose: () => void;
}

/** A bye's place, by chance, that changes nothing for those who are called, play or have played; null for none. */
const latePlaces = (evening: Evening, chance: number): unknown => {
  const free = evening.places.flatMap((place, index) => (place === null ? [index] : []));
  const number = Math.max(...evening.entries.keys()) + 1;
  const fitting = free
    .map((free) => evening.places.map((place, index) => (index === free ? number : place)))
    .filter((places) => takenIn(evening, { places }).length === 0);
  const places = fitting[Math.floor(chance * fitting.length)];
  return places ? { ...evening.draw, places } : null;
};

const POINTS: Range = { min: 0, max: 147 };

/** A player's name, seed and head start, and taking them out. */
export const EntryDialog = ({ tournaments, room, evening, texts, isSending, entry, onClose }: Props) => {
  const { entries, format, draw, out, parties } = evening;
  const { tournamentDesk } = texts;
  const known = entry === null ? undefined : entries.get(entry);
  const [name, setName] = useState(known?.name ?? '');
  const [seed, setSeed] = useState(known?.seed ? String(known.seed) : '');
  const [headStart, setHeadStart] = useState(String(known?.headStart ?? 0));
  const [chance] = useState(tournaments.chance);
  const id = useId();
  const { length, options } = formatOf(isGame(format.game) ? format.game : 'plain');
  const ranges = {
    seed: ENTRY_NUMBERS,
    headStart: length.field === 'raceTo' ? handicapRange(format.raceTo) : POINTS,
  };
  const problemOf = (typed: string, range: Range) =>
    isNotNumber(typed) || !inRange(numberOrZero(typed), range)
      ? ({ problem: 'range', values: range } as const)
      : undefined;
  const problems = {
    seed: seed.trim() === '' ? undefined : problemOf(seed, ranges.seed),
    headStart: problemOf(headStart, ranges.headStart),
  };
  const places = entry === null ? latePlaces(evening, chance) : null;
  const isFull = entry === null && (places === null || entries.size >= ENTRY_NUMBERS.max);
  const say = (...facts: readonly Fact[]): void => {
    void tournaments.say(facts);
    onClose();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (name.trim() === '' || problems.seed || problems.headStart || isFull) return;
    const value = {
      name: limitName(name.trim()).name,
      seed: seed.trim() === '' ? null : numberOrZero(seed),
      headStart: numberOrZero(headStart),
    };
    if (entry !== null) say({ key: `entry:${entry}`, value });
    else say({ key: 'places', value: places }, { key: `entry:${Math.max(...entries.keys()) + 1}`, value });
  };
  const isOut = entry !== null && out.has(entry);
  const party = [...parties.values()].find(({ fixture }) => entry !== null && fixture?.pair.includes(entry));
  return (
    <Dialog
      title={entry === null ? tournamentDesk.players.late : tournamentDesk.players.player}
      close={texts.tables.close}
      small
      onClose={onClose}
    >
      <form className="form" noValidate onSubmit={submit}>
        <div className="form__group">
          <TextField texts={texts} label={tournamentDesk.players.name} value={name} onType={setName} />
          {draw === null && (
            <>
              <TextField
                texts={texts}
                label={tournamentDesk.players.seed}
                value={seed}
                numeric
                range={ranges.seed}
                problem={problems.seed}
                onType={setSeed}
              />
              <p className="field__hint">{tournamentDesk.players.seedHelp}</p>
            </>
          )}
          {options.includes('handicap') && (
            <TextField
              texts={texts}
              label={texts.match.new.handicap[length.field]}
              value={headStart}
              numeric
              range={ranges.headStart}
              problem={problems.headStart}
              onType={setHeadStart}
            />
          )}
          {options.includes('handicap') && party && (
            <p className="field__hint">{tournamentDesk.players.nextCall}</p>
          )}
          {entry === null && (
            <p className={isFull ? 'field__error' : 'field__hint'} id={id}>
              {isFull ? tournamentDesk.players.lateFull : tournamentDesk.players.lateHelp}
            </p>
          )}
          {entry !== null && draw !== null && !isOut && (
            <p className="field__hint">{tournamentDesk.players.withdrawHelp}</p>
          )}
        </div>
        <div className="button-row">
          <button
            className="button button--primary"
            type="submit"
            disabled={isSending || isFull || name.trim() === ''}
          >
            {tournamentDesk.players.save}
          </button>
          {entry !== null && draw === null && (
            <button
              className="button"
              type="button"
              disabled={isSending}
              onClick={() => say({ key: `entry:${entry}`, value: null })}
            >
              {tournamentDesk.players.remove}
            </button>
          )}
          {entry !== null && draw !== null && (
            <button
              className="button"
              type="button"
              disabled={isSending}
              onClick={() => {
                say({ key: `out:${entry}`, value: isOut ? null : true });
                // Nobody waits for who has left.
                if (party) void room.change(party, { kind: endOf(party) });
              }}
            >
              {isOut ? tournamentDesk.players.return : tournamentDesk.players.withdraw}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
};
