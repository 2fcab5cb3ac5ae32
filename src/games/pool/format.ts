import { RACES, type GameFormat } from '../../core/match/draft.ts';

/** What can be chosen for a match in any pool game. */
export const rackFormat: GameFormat = {
  length: { field: 'raceTo', choices: RACES, timed: true },
  options: ['first', 'breaks'],
  clocks: ['off', 'matchroom', 'wpa', 'own'],
  extensions: true,
  start: ({ timed, raceTo, breaks, first }, extensions) => ({
    raceTo: timed ? null : Number(raceTo),
    breaks,
    first,
    extensions,
  }),
};
