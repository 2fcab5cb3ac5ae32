import { useState } from 'react';
import { GAME_NAMES, isGame, type GameName } from '../../games/boards.ts';
import { GAMES } from '../../games/games.ts';
import { formatOf, raceToOf, saidLength } from '../../core/match/new-match-draft.ts';
import { GROUPS, KINDS, type Format } from '../../core/tournament/facts.ts';
import { isWhole } from '../../rules/read.ts';
import { UNITS_RANGE } from '../../rules/format.ts';
import { parseNumber } from '../../rules/number.ts';
import { Choice } from '../match/Choice.tsx';
import { TextField } from '../match/TextField.tsx';
import type { PartProps } from './props.ts';

/** Plain scores have no end by rules, so nobody would go on. */
const PLAYABLE = GAME_NAMES.filter((game) => !GAMES[game].isTyped);

const gameOf = ({ game }: Format): GameName => (isGame(game) ? game : 'eight-ball');

interface LengthProps extends Pick<PartProps, 'texts'> {
  readonly legend: string;
  readonly game: GameName;
  readonly raceTo: number;
  readonly onChoose: (raceTo: number) => void;
}

/** How many racks or frames win: one tap, or any number typed. */
const LengthChoice = ({ texts, legend, game, raceTo, onChoose }: LengthProps) => {
  const [typed, setTyped] = useState('');
  const { field, choices } = formatOf(game).length;
  const number = parseNumber(typed);
  const isFine = typed.trim() === '' || isWhole(number, UNITS_RANGE);
  const said = saidLength(game, raceTo);
  return (
    <Choice
      legend={`${legend} ${texts.match.new[field]}`}
      options={(choices ?? []).map((count) => ({ value: count, label: count }))}
      value={said}
      onChoose={(count) => {
        setTyped('');
        onChoose(raceToOf(game, count));
      }}
    >
      <TextField
        texts={texts}
        label={texts.match.new.otherNumber}
        value={typed === '' && choices?.includes(said) !== true ? String(said) : typed}
        numeric
        range={UNITS_RANGE}
        problem={isFine ? undefined : { problem: 'range', values: UNITS_RANGE }}
        onType={(text) => {
          setTyped(text);
          const count = parseNumber(text);
          if (isWhole(count, UNITS_RANGE)) onChoose(raceToOf(game, count));
        }}
      />
    </Choice>
  );
};

/** How a tournament is played, in three questions. */
export const FormatFields = ({ tournaments, evening: { format }, texts }: PartProps) => {
  // What was chosen is shown before the server has it.
  const [chosen, setChosen] = useState<Partial<Format>>({});
  const shown = { ...format, ...chosen };
  const { tournamentDesk } = texts;
  const game = gameOf(shown);
  const choose = (change: Partial<Format>): void => {
    const next = { ...shown, ...change };
    setChosen(next);
    void tournaments.say([{ key: 'format', value: next }]);
  };
  const flag = shown.kind === 'single' ? 'third' : 'secondFinal';
  return (
    <section className="panel tournament__part">
      <h2 className="subheading">{tournamentDesk.format.title}</h2>
      <Choice
        legend={tournamentDesk.format.kind}
        options={KINDS.map((kind) => ({ value: kind, label: tournamentDesk.format.kinds[kind] }))}
        value={shown.kind}
        onChoose={(kind) => choose({ kind })}
      />
      <Choice
        legend={tournamentDesk.format.groups}
        options={GROUPS.map((groups) => ({
          value: groups,
          label: groups === 0 ? tournamentDesk.format.noGroups : groups,
        }))}
        value={shown.groups}
        onChoose={(groups) => choose({ groups })}
      >
        {shown.groups > 0 && <p className="field__hint">{tournamentDesk.format.groupsHelp}</p>}
      </Choice>
      <label className="check">
        <input
          type="checkbox"
          checked={shown[flag]}
          onChange={(event) => choose({ [flag]: event.currentTarget.checked })}
        />
        <span>{tournamentDesk.format[flag]}</span>
      </label>
      <Choice
        legend={tournamentDesk.format.game}
        options={PLAYABLE.map((name) => ({ value: name, label: texts.match.games[name] }))}
        value={game}
        onChoose={(name) => {
          const usual = raceToOf(name, formatOf(name).length.usual);
          choose({ game: name, raceTo: usual, finalRaceTo: usual });
        }}
      />
      <LengthChoice
        texts={texts}
        legend={tournamentDesk.format.length}
        game={game}
        raceTo={shown.raceTo}
        onChoose={(raceTo) =>
          choose({ raceTo, ...(shown.finalRaceTo === shown.raceTo && { finalRaceTo: raceTo }) })
        }
      />
      <LengthChoice
        texts={texts}
        legend={tournamentDesk.format.finalLength}
        game={game}
        raceTo={shown.finalRaceTo}
        onChoose={(finalRaceTo) => choose({ finalRaceTo })}
      />
    </section>
  );
};
