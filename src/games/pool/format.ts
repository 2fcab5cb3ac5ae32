import { MINUTES, RACES, type GameFormat } from '../../core/match/draft.ts';

/** What can be chosen for a match in any pool game. */
export const rackFormat: GameFormat = {
  table: 'pool',
  length: { field: 'raceTo', choices: RACES, minutes: MINUTES },
  options: ['first', 'breaks'],
  clocks: ['off', 'matchroom', 'wpa', 'own'],
  extensions: true,
  start: ({ timed, raceTo, minutes, breaks, first }, extensions) => ({
    ...(timed ? { raceTo: null, minutes: Number(minutes) } : { raceTo: Number(raceTo) }),
    breaks,
    first,
    extensions,
  }),
};
