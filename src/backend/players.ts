import {
  MERGE_OUTCOMES,
  type FoundPlayer,
  type MergedName,
  type Opponent,
  type PlayersResult,
  type PlayerSums,
} from '../core/results/player.ts';
import {
  expectList,
  expectMillis,
  expectNumber,
  expectObject,
  expectOneOf,
  orNull,
  orUnknown,
  expectText,
} from './answers.ts';
import type { PlayersBackend } from './contract.ts';
import type { Requests } from './requests.ts';
import { readResult } from './results.ts';

const readFound = (value: unknown): FoundPlayer => {
  const found = expectObject(value);
  return {
    key: expectText(found['key']),
    name: expectText(found['name']),
    matches: expectNumber(found['matches']),
    lastAtMillis: expectMillis(found['last_at']),
  };
};

const readSums = (value: unknown): PlayerSums => {
  const sums = expectObject(value);
  return {
    key: expectText(sums['key']),
    name: expectText(sums['name']),
    matches: expectNumber(sums['matches']),
    won: expectNumber(sums['won']),
    frames: expectNumber(sums['frames']),
    framesLost: expectNumber(sums['frames_lost']),
    high: orNull(
      (result) => ({
        points: expectNumber(sums['high_break']),
        result: expectText(result),
        atMillis: expectMillis(sums['high_at']),
      }),
      sums['high_id'],
    ),
    breaks50: expectNumber(sums['breaks_50']),
    centuries: expectNumber(sums['centuries']),
    breakAndRuns: expectNumber(sums['break_and_runs']),
    runOuts: expectNumber(sums['run_outs']),
  };
};

const readOpponent = (value: unknown): Opponent => {
  const met = expectObject(value);
  return {
    key: expectText(met['key']),
    name: expectText(met['name']),
    matches: expectNumber(met['matches']),
    won: expectNumber(met['won']),
    lost: expectNumber(met['lost']),
  };
};

const readMerged = (value: unknown): MergedName => {
  const merged = expectObject(value);
  return {
    key: expectText(merged['key']),
    name: expectText(merged['name']),
    matches: expectNumber(merged['matches']),
  };
};

const readPlayersResult = (value: unknown): PlayersResult => ({
  ...readResult(value),
  tournament: orNull((given) => {
    const { id, title } = expectObject(given);
    return { id: expectText(id), title: expectText(title) };
  }, expectObject(value)['tournament']),
});

/** The backend of a venue's players. */
export const playersBackend = ({ call, change }: Requests): PlayersBackend => {
  return {
    findPlayers: async (search) => expectList(readFound, await call('find_players', { search, most: null })),
    getPlayer: async (key) =>
      orUnknown(
        (given) => {
          const { player, opponents, latest, merged } = expectObject(given);
          return {
            player: readSums(player),
            opponents: expectList(readOpponent, opponents),
            latest: expectList(readPlayersResult, latest),
            merged: expectList(readMerged, merged),
          };
        },
        await call('get_player', { key, versus: null }),
      ),
    getHeadToHead: async (key, versus) =>
      orUnknown(
        (given) => {
          const answer = expectObject(given);
          return {
            player: readSums(answer['player']),
            versus: readSums(answer['versus']),
            latest: expectList(readPlayersResult, answer['latest']),
          };
        },
        await call('get_player', { key, versus }),
      ),
    mergePlayers: async (key, into) =>
      expectOneOf(MERGE_OUTCOMES, await call('merge_players', { key, into_key: into })),
    partPlayer: (key) => change('part_player', { key }),
  };
};
