import { OP_OUTCOMES } from '../core/room/list.ts';
import type { NewFact } from '../core/tournament/facts.ts';
import {
  expectFlag,
  expectList,
  expectMillis,
  expectNumber,
  expectObject,
  expectOneOf,
  expectPair,
  expectText,
  orNull,
} from './answers.ts';
import type {
  ChangedTournament,
  KeptTournament,
  KnownFact,
  ListedTournament,
  TournamentOp,
  TournamentsBackend,
} from './contract.ts';
import type { Json } from './database.types.ts';
import type { Requests } from './requests.ts';
import { readDoer } from './waiting.ts';

const readFact = (value: unknown): KnownFact => {
  const fact = expectObject(value);
  return {
    key: expectText(fact['key']),
    value: fact['value'],
    seq: expectNumber(fact['seq']),
    atMillis: expectMillis(fact['at']),
    by: orNull(readDoer, fact['by']),
    was: fact['was'],
  };
};

const readPlayed = (value: unknown): KeptTournament['played'][number] => {
  const match = expectObject(value);
  return {
    slot: expectText(match['slot']),
    pair: expectPair(match['pair']),
    game: expectText(match['game']),
    raceTo: expectNumber(match['race_to']),
    units: expectPair(match['units']),
    winner: expectNumber(match['winner']) === 0 ? 0 : 1,
    result: orNull(expectText, match['result']),
    endedAtMillis: expectMillis(match['ended_at']),
  };
};

const readTournament = (value: unknown): KeptTournament => {
  const tournament = expectObject(value);
  return {
    id: expectText(tournament['id']),
    createdAtMillis: expectMillis(tournament['created_at']),
    facts: expectList(readFact, tournament['facts']),
    played: expectList(readPlayed, tournament['played']),
    isPublic: expectFlag(tournament['is_public']),
    serverMillis: expectMillis(tournament['server_time']),
  };
};

const readListed = (value: unknown): ListedTournament => {
  const tournament = expectObject(value);
  return {
    id: expectText(tournament['id']),
    title: expectText(tournament['title']),
    isClosed: expectFlag(tournament['closed']),
    createdAtMillis: expectMillis(tournament['created_at']),
  };
};

const readChanged = (value: unknown): ChangedTournament => {
  const answer = expectObject(value);
  return {
    outcome: expectOneOf(OP_OUTCOMES, answer['outcome']),
    inTheWay: orNull(readFact, answer['fact']),
    tournament: orNull(readTournament, answer['tournament']),
  };
};

/** An op in the database's format. */
const written = ({ id, tournament, facts }: TournamentOp): Json => ({
  id,
  tournament,
  facts: facts.map(({ key, value, before }: NewFact) => ({ key, value: value as Json, before })),
});

/** The backend of a venue's tournaments. */
export const tournamentsBackend = ({ call }: Requests): TournamentsBackend => ({
  listTournaments: async () => expectList(readListed, await call('list_tournaments', {})),
  getTournament: async (id) => readTournament(await call('get_tournament', { id })),
  runTournament: async (op) => readChanged(await call('run_tournament', { op: written(op) })),
  changeTournament: async (op) => readChanged(await call('change_tournament', { op: written(op) })),
});
