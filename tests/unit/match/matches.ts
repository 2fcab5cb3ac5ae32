import { fold, type Fold } from '../../../src/core/match/fold.ts';
import type { Done } from '../../../src/core/match/history.ts';
import { rulesOf, type AnyRules, type GameName } from '../../../src/core/rules/games.ts';
import type { Body } from '../../../src/core/rules/read.ts';

export const NAMES = { p1: 'Salma', p2: 'Mehdi' };
export const POOL = {
  ...NAMES,
  raceTo: 3,
  breaks: 'alternate',
  first: 'A',
  balls: 'redsAndYellows',
  extensions: 1,
};
export const SNOOKER = { ...NAMES, bestOf: 3, reds: 6, first: 'A', handicap: { A: 0, B: 0 } };
export const PLAIN = { ...NAMES, s1: 3, s2: 0, raceTo: 7 };
export const FORMATS: Readonly<Record<GameName, Body>> = { plain: PLAIN, pool: POOL, snooker: SNOOKER };

export interface Played extends Fold<Done> {
  readonly rules: AnyRules;
  readonly start: object;
  readonly actions: readonly Done[];
}

/** A match of actions one minute apart, the first a minute after it began; ids are 1, 2, 3 … */
export const played = (
  game: GameName,
  actions: readonly (readonly [kind: string, body?: Body, own?: boolean])[],
  format: Body = FORMATS[game],
): Played => {
  const rules = rulesOf(game);
  const read = rules?.readFormat(format);
  if (!rules || !read) throw new Error(`No rules of ${game}, or no format`);
  const start = rules.start(read);
  const done = actions.map(([kind, body = {}, own = true], index): Done => ({
    id: String(index + 1),
    kind,
    body,
    own,
    atMillis: 60_000 * (index + 1),
  }));
  return { rules, start, actions: done, ...fold(rules, start, done) };
};
