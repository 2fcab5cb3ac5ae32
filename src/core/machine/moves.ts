import { GAME_NAMES, type GameName } from '../../games/boards.ts';
import { GAMES } from '../../games/games.ts';
import { MACHINES } from '../../games/machines.ts';
import { corrections as fieldsOf, type CorrectionKind } from '../../rules/correction.ts';
import { SIDES } from '../../rules/rules.ts';
import {
  choice,
  decimal,
  flag,
  optional,
  text,
  whole,
  type Field,
  type MachineMove,
} from '../../rules/machine-fields.ts';

/* The moves that machines can make. Parsing, documentation and offers all use this table. */

const CLOCK_SECONDS = 31_536_000;
const SHOT_SECONDS = 3600;

/** The moves that every game has, except `set`, whose fields differ by game. */
const COMMON = {
  undo: { summary: 'Takes back the last action that counts, whoever made it.', fields: {} },
  redo: { summary: 'Brings back what was undone last.', fields: {} },
  again: {
    summary: 'Begins the next match, between the same players and of the same length.',
    fields: {},
  },
  clock: {
    summary: "Moves the match's clock; `toggle`, if nothing is said. `set` takes `seconds`.",
    fields: {
      do: optional(choice(['toggle', 'start', 'stop', 'reset', 'set'])),
      seconds: optional(whole(0, CLOCK_SECONDS)),
    },
  },
  shot: {
    summary:
      'Moves the shot clock; `start`, if nothing is said. Without `seconds`, those that the match was begun with.',
    fields: {
      do: optional(choice(['start', 'stop', 'extend', 'off'])),
      seconds: optional(whole(1, SHOT_SECONDS)),
    },
  },
} as const satisfies Readonly<Record<string, MachineMove>>;

const fieldOf = (kind: CorrectionKind): Field => {
  switch (kind.type) {
    case 'name':
      return text;
    case 'number':
      // The rules check each range, which may be wider than on pages.
      return decimal;
    case 'side':
      return choice(SIDES);
    case 'flag':
      return flag;
    case 'choice':
      return choice(kind.choices);
    default:
      return kind satisfies never;
  }
};

/** The correctable values of a game, in any state. */
const setOf = (game: GameName): MachineMove => {
  const groups = fieldsOf({ ...GAMES[game], shown: () => '' }, {});
  return {
    summary: 'Corrects what is shown, by hand: names, scores and whatever else the game knows.',
    fields: Object.fromEntries(
      groups.flatMap(({ fields }) =>
        fields.map(({ field, kind }) => [field, optional(fieldOf(kind))] as const),
      ),
    ),
  };
};

const MOVES = new Map(
  GAME_NAMES.map((game): [GameName, Readonly<Record<string, MachineMove>>] => [
    game,
    { ...COMMON, set: setOf(game), ...MACHINES[game].moves },
  ]),
);

/** The moves of a game by name. */
export const movesOf = (game: GameName): Readonly<Record<string, MachineMove>> => MOVES.get(game) ?? {};

/** A move, and the games that share this form of it. */
export interface Variant extends MachineMove {
  readonly games: readonly GameName[];
}

const variantsOf = (): Readonly<Record<string, readonly Variant[]>> => {
  const all: Record<string, Variant[]> = {};
  for (const game of GAME_NAMES) {
    for (const [name, move] of Object.entries(movesOf(game))) {
      const variants = (all[name] ??= []);
      const same = variants.findIndex(({ fields }) => JSON.stringify(fields) === JSON.stringify(move.fields));
      const known = variants[same];
      if (known) variants[same] = { ...known, games: [...known.games, game] };
      else variants.push({ ...move, games: [game] });
    }
  }
  return all;
};

/** All games' moves by name. A move's fields may differ by game. */
export const ALL_MOVES: Readonly<Record<string, readonly Variant[]>> = variantsOf();

/** The moves for a button's address: a single press each, and reversible or repeatable. */
export const BUTTON_MOVES: readonly string[] = [
  'point',
  'rack',
  'foul',
  'pot',
  'endVisit',
  'nextFrame',
  'undo',
  'clock',
  'shot',
];

export const isButtonMove = (name: string): boolean => BUTTON_MOVES.includes(name);
