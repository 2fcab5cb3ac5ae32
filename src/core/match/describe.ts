import type { MatchText } from '../../i18n/texts.ts';
import type { AnyGame } from '../../games/games.ts';
import type { Around, View } from '../../rules/game.ts';
import { shownOf, type Detail } from '../../games/boards.ts';
import type { Named } from '../../rules/players.ts';
import { readChanges } from '../../rules/read.ts';
import type { Position } from './fold.ts';
import { toAction, type Action } from '../../rules/log.ts';
import { givenName } from '../../rules/name.ts';
import { joined, phrase, playerOf } from '../../rules/phrase.ts';
import type { Name, Phrase } from '../../i18n/phrases.ts';

/** Puts single moves into words. */

export type Board = View<Detail | null>;
export type Move = { readonly kind: string };

/** The name of a correctable value. A value of one side is named after its player. */
export const fieldPhrase = ({ words }: AnyGame, names: Named, field: string): Phrase => {
  const own: Readonly<Record<string, string>> = words.fields;
  const name = Object.hasOwn(own, field) ? (own[field] ?? field) : field;
  const [, number, side] = /^(racks|frames|points)([AB])$/.exec(name) ?? [];
  return number === undefined
    ? phrase(`fields.${name}` as MatchText)
    : phrase(`fields.${number}` as MatchText, { player: playerOf(names, side === 'A' ? 'A' : 'B') });
};

const valuePhrase = (names: Named, field: string, value: unknown): number | Name | Phrase => {
  if (value === 'A' || value === 'B') return playerOf(names, value);
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return phrase(value ? 'log.yes' : 'log.no');
  if (typeof value !== 'string') return phrase('log.timed');
  if (field === 'event') return value === '' ? phrase('log.nothing') : { name: value };
  if (field === 'p1' || field === 'p2') return givenName(value) ? { name: value } : phrase('log.noName');
  return phrase(`${field === 'on' ? 'balls' : field === 'balls' ? 'sets' : field}.${value}` as MatchText);
};

const changesIn = (move: Move): [string, { readonly from: unknown; readonly to: unknown }][] =>
  Object.entries(readChanges(toAction(move).body['changes']) ?? {});

/** A move as a line of the history: the player, the action and its points. */
export const describeMove = (game: AnyGame, move: Move, around: Around<Detail | null>): Phrase => {
  if (move.kind !== 'set') return game.words.move(move, around);
  const { before } = around;
  // In a game without rules, typing a number is scoring, not a correction.
  const first = before.detail ? 'log.corrected' : 'log.changed';
  return joined(
    changesIn(move).map(([field, { from, to }], index) =>
      phrase(index === 0 ? first : 'log.changed', {
        field: fieldPhrase(game, before, field),
        from: valuePhrase(before, field, from),
        to: valuePhrase(before, field, to),
      }),
    ),
  );
};

/** A move's short name for a button. `board` is the board after the move; `rack` the number of the rack it gave, if any. */
export const nameMove = (
  game: AnyGame,
  move: Move,
  {
    board,
    turn,
    rack,
  }: { readonly board: Board; readonly turn: Around<never>['turn']; readonly rack: number },
): Phrase => {
  if (move.kind !== 'set') {
    return game.words.short(move, board, rack) ?? game.words.move(move, { before: board, after: null, turn });
  }
  const [first = phrase('log.nothing'), ...more] = changesIn(move).map(([field]) =>
    fieldPhrase(game, board, field),
  );
  return phrase('short.set', { field: first }, more);
};

/**
 * A move as its scorer saw it, with the rack's number and the player at the table at that time. `names` are the
 * players' names.
 */
export const describeAsTapped = (
  game: AnyGame,
  action: Pick<Action, 'kind' | 'body'>,
  names: Board,
  { unitsCompleted, turn }: Pick<Position, 'unitsCompleted' | 'turn'>,
): Phrase => {
  const move = game.read(action.kind, action.body);
  if (!move) return phrase('log.unknownMove');
  const around = { before: names, after: null, turn };
  const short = move.kind === 'set' ? null : game.words.short(move, names, unitsCompleted + 1);
  if (!short) return describeMove(game, move, around);
  return turn === null ? short : phrase('log.by', { player: playerOf(names, turn), move: short });
};

/** The unit that a move ended, such as a frame or the match. */
export const outcomeOf = (game: AnyGame, before: Board, after: Board | null): readonly Phrase[] => {
  if (!after) return [];
  const { over, winner } = shownOf(after);
  const score = { a: after.s1, b: after.s2 };
  return [
    ...game.words.outcome(before, after),
    ...(over && !shownOf(before).over
      ? [
          winner === null
            ? phrase('log.drawn', score)
            : phrase('log.matchTo', { player: playerOf(after, winner), ...score }),
        ]
      : []),
  ];
};
