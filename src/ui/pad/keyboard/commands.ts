import { padOf, PADS } from '../../../games/pads.ts';
import type { Scored } from '../../../stores/match/scoring.ts';
import type { CommandGroup, Keys, Offer } from '../game-pad.ts';

/**
 * What keys do whatever is played. A presenter's remote has PageUp, PageDown, F5 and a dot or b.
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

/** Everything that a key may be set to, by where it works: anywhere, in a game, or in a sheet that lies over it. */
export const GROUPS: readonly CommandGroup[] = [ALWAYS, ...GAME_GROUPS.flat()];

/** Commands that can be meant by one press: those of a sheet, and of a game those that work always. */
export const TOGETHER: readonly (readonly string[])[] = GAME_GROUPS.flatMap(([game, ...sheets]) => [
  ...(game ? [Object.keys({ ...game.keys, ...ALWAYS.keys })] : []),
  ...sheets.map(({ keys }) => Object.keys(keys)),
]);

export const DEFAULT_KEYS: Keys = Object.assign({}, ...GROUPS.map(({ keys }) => keys)) as Keys;

/** The commands of a match, the game's own first, then those of its sheets. */
export const groupsOf = (scored: Pick<Scored, 'match' | 'rules'>): readonly CommandGroup[] =>
  padOf(scored).keyboard.groups;

/** The score actions that one command makes by itself. */
export const directOffers = (
  scored: Pick<Scored, 'match' | 'rules' | 'state'>,
): ReadonlyMap<string, Pick<Offer, 'kind' | 'body'>> =>
  new Map(
    padOf(scored)
      .keyboard.offers(scored)
      .flatMap(({ path, ...action }) => (path.length === 1 && path[0] ? [[path[0], action] as const] : [])),
  );
