import {
  MERGE_OUTCOMES,
  type FoundPlayer,
  type MergedName,
  type Opponent,
  type PlayerSums,
} from '../core/results/player.ts';
import type { GameSums, Sums, TableSums } from '../core/results/report.ts';
import { listOf, millis, number, object, oneOf, orNull, orUnknown, text } from './answers.ts';
import type { PlayersBackend } from './contract.ts';
import { type Requests, iso } from './requests.ts';
import { readResult } from './results.ts';

const readFound = (value: unknown): FoundPlayer => {
  const found = object(value);
  return {
    key: text(found['key']),
    name: text(found['name']),
    matches: number(found['matches']),
    lastAtMillis: millis(found['last_at']),
  };
};

const readSums = (value: unknown): PlayerSums => {
  const sums = object(value);
  return {
    key: text(sums['key']),
    name: text(sums['name']),
    matches: number(sums['matches']),
    won: number(sums['won']),
    frames: number(sums['frames']),
    framesLost: number(sums['frames_lost']),
    high: orNull(
      (result) => ({
        points: number(sums['high_break']),
        result: text(result),
        atMillis: millis(sums['high_at']),
      }),
      sums['high_id'],
    ),
    breaks50: number(sums['breaks_50']),
    centuries: number(sums['centuries']),
    breakAndRuns: number(sums['break_and_runs']),
    runOuts: number(sums['run_outs']),
  };
};

const readOpponent = (value: unknown): Opponent => {
  const met = object(value);
  return {
    key: text(met['key']),
    name: text(met['name']),
    matches: number(met['matches']),
    won: number(met['won']),
    lost: number(met['lost']),
  };
};

const readMerged = (value: unknown): MergedName => {
  const merged = object(value);
  return { key: text(merged['key']), name: text(merged['name']), matches: number(merged['matches']) };
};

const readReportSums = (value: unknown): Sums => {
  const sums = object(value);
  return {
    matches: number(sums['matches']),
    frames: number(sums['frames']),
    seconds: number(sums['seconds']),
  };
};

const readTable = (value: unknown): TableSums => ({
  ...readReportSums(value),
  title: text(object(value)['title']),
});

const readGame = (value: unknown): GameSums => ({
  ...readReportSums(value),
  game: text(object(value)['game']),
});

/** The backend of a venue's players and reports. */
export const playersBackend = ({ call, change }: Requests): PlayersBackend => {
  return {
    findPlayers: async (search) => listOf(readFound, await call('find_players', { search, most: null })),
    getPlayer: async (key) =>
      orUnknown(
        (given) => {
          const { player, opponents, latest, merged } = object(given);
          return {
            player: readSums(player),
            opponents: listOf(readOpponent, opponents),
            latest: listOf(readResult, latest),
            merged: listOf(readMerged, merged),
          };
        },
        await call('get_player', { key, versus: null }),
      ),
    getHeadToHead: async (key, versus) =>
      orUnknown(
        (given) => {
          const answer = object(given);
          return {
            player: readSums(answer['player']),
            versus: readSums(answer['versus']),
            latest: listOf(readResult, answer['latest']),
          };
        },
        await call('get_player', { key, versus }),
      ),
    mergePlayers: async (key, into) =>
      oneOf(MERGE_OUTCOMES, await call('merge_players', { key, into_key: into })),
    partPlayer: (key) => change('part_player', { key }),
    getReport: async (instants, { tableId, game }) => {
      const report = object(
        await call('get_report', {
          instants: instants.map(iso),
          table_id: tableId ?? null,
          game: game ?? null,
        }),
      );
      const [matches, frames, seconds] = [report['matches'], report['frames'], report['seconds']].map(
        (sums) => listOf(number, sums),
      );
      return {
        windows: (matches ?? []).map((count, index) => ({
          matches: count,
          frames: number(frames?.[index]),
          seconds: number(seconds?.[index]),
        })),
        tables: listOf(readTable, report['tables']),
        games: listOf(readGame, report['games']),
      };
    },
  };
};
