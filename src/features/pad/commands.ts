import { padOf, PADS } from '../../games/pads.ts';
import type { Scored } from '../match/scoring.ts';
import type { CommandGroup, Keys, Offer } from '../pad-parts/game-pad.ts';

/**
 * The keys for every game. A presenter remote sends PageUp, PageDown, F5 and a dot or b.
 */
export const ALWAYS: CommandGroup = {
  title: 'always',
  keys: {
    undo: ['u', 'Ctrl+z', 'b', '.', ':'],
    redo: ['y', 'Ctrl+Shift+z', 'Ctrl+y'],
    history: ['h'],
    more: ['m'],
    hold: ['o'],
    newShot: ['n', 'F5', 'Shift+F5'],
    pauseShot: ['Space'],
    shotClock: ['t'],
    clock: ['c'],
    help: ['?'],
    close: ['Escape'],
  },
};

const GAME_GROUPS = Object.values(PADS).map(({ keyboard }) => keyboard.groups);

/** All commands that can have keys, by context: anywhere, in a game, or in one of its sheets. */
export const GROUPS: readonly CommandGroup[] = [ALWAYS, ...GAME_GROUPS.flat()];

/** Groups that are active together, so that a key must be unique among them. */
export const TOGETHER: readonly (readonly string[])[] = GAME_GROUPS.flatMap(([game, ...sheets]) => [
  ...(game ? [Object.keys({ ...game.keys, ...ALWAYS.keys })] : []),
  ...sheets.map(({ keys }) => Object.keys(keys)),
]);

export const DEFAULT_KEYS: Keys = Object.assign({}, ...GROUPS.map(({ keys }) => keys)) as Keys;

/** The command groups of a match: the game's own first, then those of its sheets. */
export const groupsOf = (scored: Pick<Scored, 'match' | 'rules'>): readonly CommandGroup[] =>
  padOf(scored).keyboard.groups;

/** The score actions that take just one command. */
export const directOffers = (
  scored: Pick<Scored, 'match' | 'rules' | 'state'>,
): ReadonlyMap<string, Pick<Offer, 'kind' | 'body'>> =>
  new Map(
    padOf(scored)
      .keyboard.offers(scored)
      .flatMap(({ path, ...action }) => (path.length === 1 && path[0] ? [[path[0], action] as const] : [])),
  );
