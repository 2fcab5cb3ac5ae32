import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deviceRequests } from '../../src/backend/requests.ts';
import { tournamentsBackend } from '../../src/backend/tournaments.ts';
import { matchesOf } from '../../src/core/tournament/bracket.ts';
import { tournamentOf, type Fixture, type NewFact } from '../../src/core/tournament/facts.ts';
import { ORDER } from '../common/facts.ts';
import { entries, fact, format } from '../common/tournament-facts.ts';
import { kindOf } from './kind-of.ts';
import { describeVenues, type Venue } from './venue.ts';

/** What stores may expect of `TournamentsBackend`, and of a tournament's parties and matches. */

const adding = (key: string, value: unknown, before = 0): NewFact => ({ key, value, before });
const request = (tournament: string, ...facts: readonly NewFact[]) => ({
  id: randomUUID(),
  tournament,
  facts,
});

describeVenues('tournaments', (open) => {
  /** The venue as one of its phones reaches it. */
  const phone = async ({ device, devices, venueAs }: Venue, role: 'admin' | 'service') => {
    const secret = randomBytes(24).toString('hex');
    const begun = await device.beginPairing(secret);
    const code = begun.status === 'waiting' ? begun.code : '';
    expect(await devices.letInDevice(code, { title: role, role, tableId: null })).toBe('paired');
    const id = (await devices.listDevices())[0]?.id ?? '';
    return { ...tournamentsBackend(deviceRequests(secret)), id, as: venueAs(secret, id) };
  };

  const four = [
    fact('open', { title: 'كأس <b>الجمعة' }),
    format(),
    ...entries(['Amal', 'Badr', 'Chadi', 'Driss']),
    fact('places', [1, 2, 3, 4]),
  ].map(({ key, value }) => adding(key, value));

  test('an Admin opens one, and Service writes outcomes alone', async () => {
    const venue = await open();
    const [admin, service] = [await phone(venue, 'admin'), await phone(venue, 'service')];
    const cup = randomUUID();
    const opened = await admin.runTournament(request(cup, ...four));
    expect(opened).toMatchObject({
      outcome: 'done',
      inTheWay: null,
      tournament: { id: cup, played: [], isPublic: true },
    });
    expect(opened.tournament?.facts.map(({ key, value }) => ({ key, value, before: 0 }))).toEqual(four);
    expect(await service.listTournaments()).toEqual([
      {
        id: cup,
        title: 'كأس <b>الجمعة',
        isClosed: false,
        createdAtMillis: opened.tournament?.createdAtMillis,
      },
    ]);
    const closing = request(cup, adding('closed', true));
    expect(await kindOf(service.runTournament(closing))).toBe('forbidden');
    expect(await kindOf(service.changeTournament(closing))).toBe('forbidden');
    expect(await kindOf(service.getTournament(randomUUID()))).toBe('forbidden');
    const walkover = { pair: [1, 2], winner: 0, units: [0, 0], reason: 'walkover', result: null };
    const op = request(cup, adding('outcome:w1.1', walkover));
    const first = await service.changeTournament(op);
    expect(first).toMatchObject({ outcome: 'done' });
    expect(await service.changeTournament(op)).toMatchObject({ outcome: 'done' });
    expect(first.tournament?.facts.at(-1)).toEqual({
      key: 'outcome:w1.1',
      value: walkover,
      seq: 8,
      by: { id: service.id, name: 'service' },
      atMillis: expect.any(Number) as number,
      was: null,
    });
    const late = await admin.runTournament(
      request(cup, adding('closed', true), adding('outcome:w1.1', null)),
    );
    expect(late).toMatchObject({ outcome: 'refused', inTheWay: { seq: 8, value: walkover } });
    expect(await admin.getTournament(cup)).toMatchObject({ facts: first.tournament?.facts });
    expect(await admin.changeTournament({ ...op, facts: [] })).toMatchObject({
      outcome: 'bad',
      tournament: null,
    });
  });

  test('Service calls a pair, their match is read, and the next call stands on it', async () => {
    const venue = await open();
    const [admin, service] = [await phone(venue, 'admin'), await phone(venue, 'service')];
    const cup = randomUUID();
    await admin.runTournament(request(cup, ...four));
    const [one] = (await venue.tables.listTables()).tables;
    const two = await venue.tables.addTable('Two');
    const table = one?.id ?? '';
    const waiting = service.as.waiting();
    const call = (tableId: string, fixture: Omit<Fixture, 'tournament'>, facts: readonly NewFact[] = []) => {
      const [name = '', name2 = ''] = fixture.pair.map(
        (entry) => ['Amal', 'Badr', 'Chadi', 'Driss'][entry - 1],
      );
      const party = { name, name2, size: 2, wants: 'any', wantedId: null } as const;
      const ids = { id: randomUUID(), entry: randomUUID(), before: null };
      const change = {
        kind: 'add',
        tableId,
        replace: false,
        fixture: { ...fixture, tournament: cup },
        order: ORDER,
      } as const;
      return waiting.changeWaiting({ ...ids, ...change, ...party, ...(facts.length > 0 && { facts }) });
    };
    const called = await call(table, { slot: 'w1.1', pair: [1, 2] });
    const [entry] = called.list.entries;
    expect(called).toMatchObject({
      outcome: 'done',
      list: { entries: [{ state: 'called', tableId: table }] },
    });
    expect(entry?.fixture).toEqual({ tournament: cup, slot: 'w1.1', pair: [1, 2] });

    // Who scores the table gets what is ordered.
    const { secret } = await venue.tables.addScorerLink(table, '', null, { kind: 'scorer' });
    const scorer = await venue.byLink(secret).getOverlay(table);
    expect(scorer?.facts).toEqual({
      outOfUse: false,
      match: null,
      party: null,
      called: {
        ...{ entry: entry?.id, name: 'Amal', name2: 'Badr', order: ORDER },
        sinceMillis: entry?.calledAtMillis,
      },
    });
    expect(await call(two, { slot: 'w2.1', pair: [2, 3] })).toMatchObject({
      outcome: 'refused',
      reason: 'match',
      inTheWay: { entry: entry?.id, kind: 'add', by: { name: 'service' } },
    });

    // The sides are taken the other way round.
    const match = randomUUID();
    const board = { p1: 'Badr', p2: 'Amal', s1: 0, s2: 0, raceTo: 3, rules: 1, detail: null, result: null };
    await service.as.matches().beginMatch({
      tableId: table,
      expected: one?.match.id ?? '',
      match,
      game: 'nine-ball',
      rules: 1,
      start: { p1: 'Badr', p2: 'Amal' },
      board,
      agoMillis: 0,
    });
    expect((await service.getTournament(cup)).played).toEqual([]);
    const rack = { id: randomUUID(), kind: 'rack', body: {}, agoMillis: 0, onlyCurrent: false };
    const won = { ...board, s1: 3, s2: 1, result: { winner: 'A' } };
    await service.as.matches().appendActions(match, 0, [rack], won);
    const { facts, played } = await service.getTournament(cup);
    const bracket = matchesOf(tournamentOf(facts), played);
    const outcome = { pair: [1, 2], winner: 1, units: [1, 3], reason: 'played', result: null };
    expect(bracket[0]).toMatchObject({ state: 'decided', winner: 2, outcome });

    const next = await call(two, { slot: 'w2.1', pair: [2, 3] }, [adding('outcome:w1.1', outcome)]);
    expect(next).toMatchObject({ outcome: 'done' });
    expect(next.list.entries.map(({ state, tableId }) => [state, tableId])).toEqual([
      ['done', null],
      ['called', two],
    ]);
    expect((await admin.getTournament(cup)).facts.at(-1)).toMatchObject({
      value: outcome,
      by: { name: 'service' },
    });
    const stale = [adding('outcome:w1.1', null)];
    expect(await call(table, { slot: 'w1.2', pair: [1, 4] }, stale)).toMatchObject({
      outcome: 'refused',
      reason: 'facts',
    });
  });
});
