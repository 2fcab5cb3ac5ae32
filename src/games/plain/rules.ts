import { inRange, RACE_TO_RANGE, SCORE_RANGE } from '../../rules/score.ts';
import { correct, numberField, shownIn, type Changes } from '../../rules/corrections.ts';
import { nameFields, readNames, type MatchNames } from '../../rules/players.ts';
import { isObject, readChanges } from '../../rules/read.ts';
import type { Refusal } from '../../rules/rules.ts';
import type { Rules } from '../../rules/game.ts';

/** Quick Update: names, two numbers and a race to, for any game. */
export interface PlainState extends MatchNames {
  readonly s1: number;
  readonly s2: number;
  readonly raceTo: number;
}

export type PlainMove = { readonly kind: 'set'; readonly changes: Changes };

const FIELDS = {
  ...nameFields<PlainState>(),
  s1: numberField<PlainState>(
    { ...SCORE_RANGE, whole: false },
    ({ s1 }) => s1,
    (state, s1) => ({ ...state, s1 }),
  ),
  s2: numberField<PlainState>(
    { ...SCORE_RANGE, whole: false },
    ({ s2 }) => s2,
    (state, s2) => ({ ...state, s2 }),
  ),
  raceTo: numberField<PlainState>(
    { ...RACE_TO_RANGE, whole: false },
    ({ raceTo }) => raceTo,
    (state, raceTo) => ({ ...state, raceTo }),
  ),
};

export const plain: Rules<PlainState, PlainState, PlainMove, null> = {
  version: 1,
  start: (format) => format,
  apply: (state, { changes }): PlainState | Refusal => correct(state, changes, FIELDS),
  // Any field may be set to any value in range, so there are no moves.
  moves: () => [],
  turn: () => null,
  unitsCompleted: () => 0,
  strokes: () => 0,
  beginsVisit: null,
  shown: shownIn(FIELDS),
  read: (kind, body) => {
    const changes = kind === 'set' ? readChanges(body['changes']) : null;
    return changes && { kind: 'set', changes };
  },
  readFormat: (value) => {
    const names = isObject(value) ? readNames(value) : null;
    if (!isObject(value) || !names) return null;
    const { s1, s2, raceTo } = value;
    return typeof s1 === 'number' &&
      typeof s2 === 'number' &&
      typeof raceTo === 'number' &&
      inRange(s1, SCORE_RANGE) &&
      inRange(s2, SCORE_RANGE) &&
      inRange(raceTo, RACE_TO_RANGE)
      ? { ...names, s1, s2, raceTo }
      : null;
  },
  board: (state) => ({ ...state, detail: null }),
};
