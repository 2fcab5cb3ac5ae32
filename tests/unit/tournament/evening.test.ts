import { expect, test } from 'vitest';
import type { KeptTournament } from '../../../src/backend/contract.ts';
import type { PartyEntry, RoomTable } from '../../../src/core/room/list.ts';
import type { Fact } from '../../../src/core/tournament/facts.ts';
import { seatingOf } from '../../../src/core/tournament/groups.ts';
import { eveningOf, pairCall, placesOf } from '../../../src/features/tournament/evening.ts';
import { NOBODY_THERE } from '../../common/facts.ts';
import { entries, fact, format, outcome } from '../../common/tournament-facts.ts';
import { textsIn } from '../i18n/texts.ts';
import { entry, listOf } from '../../common/waiting-list.ts';

const CUP = '00000000-0000-4000-8000-00000000000c';
const [ONE, TWO, GUESTS] = ['one', 'two', 'guests'] as const;
const NOTHING_PENDING = { entries: new Map(), tables: new Map() };
const NOW = 10_000_000;

const PLAYERS = [1, 2, 3, 4, 5, 6, 7, 8];

const played = (slot: string, a: number, b: number, endedAtMillis = 0): KeptTournament['played'][number] => ({
  slot,
  pair: [a, b],
  game: 'nine-ball',
  raceTo: 3,
  units: [3, 2],
  winner: 0,
  result: 'r',
  endedAtMillis,
});

/** A cup of eight at two of three tables, after some matches. */
const cup = (results: KeptTournament['played'], ...more: readonly Fact[]): KeptTournament => ({
  id: CUP,
  createdAtMillis: 0,
  facts: [
    fact('open', { title: 'Cup' }),
    fact('tables', [ONE, TWO]),
    ...entries(PLAYERS.map((number) => `P${number}`)),
    format(),
    fact('places', { number: 2, atMillis: 5, places: PLAYERS }),
    ...more,
  ].map((known, index) => ({ ...known, seq: index + 1, atMillis: 0, by: null, was: null })),
  played: results,
  isPublic: true,
  serverMillis: NOW,
});

const party = (slot: string, pair: readonly [number, number], changes: Partial<PartyEntry>): PartyEntry => ({
  ...entry(`P${pair[0]}`, { name2: `P${pair[1]}`, id: slot, ...changes }),
  fixture: { tournament: CUP, slot, pair },
});

const table = (id: string, facts: Partial<RoomTable> = {}): RoomTable => ({
  id,
  title: id,
  kind: 'pool',
  ...NOBODY_THERE,
  ...facts,
});

const offersIn = (
  kept: KeptTournament,
  tables: readonly RoomTable[],
  entries: readonly PartyEntry[] = [],
): readonly (string | undefined)[] =>
  placesOf(eveningOf(kept, entries), listOf(tables, entries), NOTHING_PENDING, NOW).map(
    ({ offer }) => offer?.slot.id,
  );

const seat = (of: PartyEntry) => ({ entry: of.id, name: of.name, name2: of.name2, sinceMillis: 0 });

test('each free table of the tournament is offered another match, and the guests’ tables none', () => {
  expect(offersIn(cup([]), [table(ONE), table(TWO), table(GUESTS)])).toEqual(['w1.1', 'w1.2']);
  const first = party('w1.1', [1, 2], { state: 'playing', tableId: ONE });
  expect(offersIn(cup([]), [table(ONE, { party: seat(first) }), table(TWO)], [first])).toEqual([
    undefined,
    'w1.2',
  ]);
});

test('a table whose match is over is offered the next one, once its players have rested', () => {
  const left = party('w1.1', [1, 2], { state: 'playing', tableId: ONE });
  const tables = [table(ONE, { party: seat(left) })];
  expect(offersIn(cup([played('w1.1', 1, 2)]), tables, [left])).toEqual(['w1.2']);
  const others = [played('w1.2', 3, 4), played('w1.3', 5, 6), played('w1.4', 7, 8)];
  const offersAfter = (millis: number) =>
    offersIn(cup([...others, played('w1.1', 1, 2, NOW - millis)]), [...tables, table(TWO)], [left]);
  // Those who have waited longest come first.
  expect(offersAfter(30_000)).toEqual(['w2.2', undefined]);
  expect(offersAfter(90_000)).toEqual(['w2.2', 'w2.1']);
});

test('a table whose match was decided by hand is offered the next one, though its board’s goes on', () => {
  const left = party('w1.1', [1, 2], { state: 'playing', tableId: ONE });
  const match = { id: '1', game: 'eight-ball', over: false, startedAtMillis: 0, scoredAtMillis: 0 };
  const tables = [table(ONE, { party: seat(left), match })];
  expect(offersIn(cup([]), tables, [left])).toEqual([undefined]);
  expect(offersIn(cup([], outcome('w1.1', [1, 2])), tables, [left])).toEqual(['w1.2']);
  // The match there isn't that of the pair that is called to it.
  const called = party('w1.2', [3, 4], { state: 'called', tableId: ONE });
  const isOn = (startedAtMillis: number) => {
    const list = listOf([table(ONE, { match: { ...match, startedAtMillis } })], [called]);
    return placesOf(eveningOf(cup([]), [called]), list, NOTHING_PENDING, NOW)[0]?.isOn;
  };
  expect([isOn(-1), isOn(1)]).toEqual([false, true]);
});

test('a pair whose match has others now, or nobody, holds neither the match nor its table', () => {
  const called = party('w2.1', [1, 3], { state: 'called', tableId: ONE });
  const tables = [table(ONE, { called: seat(called) })];
  const corrected = cup([played('w1.1', 2, 1), played('w1.2', 3, 4)]);
  expect(eveningOf(corrected, [called])).toMatchObject({ parties: new Map(), stale: [called] });
  expect(offersIn(corrected, tables, [called])).toEqual(['w1.3']);
  // Once the others have played it, the first pair is still called, and would keep its players from every other call.
  expect(eveningOf(cup([...corrected.played, played('w2.1', 2, 3)]), [called]).stale).toEqual([called]);
  const withdrawn = cup([], fact('out:1', true));
  const first = party('w1.1', [1, 2], { state: 'called', tableId: ONE });
  expect(eveningOf(withdrawn, [first]).stale).toEqual([first]);
});

test('a match whose pair has ended since the tournament was read is offered to nobody', () => {
  const left = party('w1.1', [1, 2], { state: 'playing', tableId: ONE });
  const offers = (entries: readonly PartyEntry[], seen: readonly PartyEntry[]) =>
    eveningOf(cup([]), entries, seen).toCall.map(({ match }) => match.slot.id);
  expect(offers([], [left])).toEqual(['w1.2', 'w1.3', 'w1.4']);
  expect(offers([{ ...left, state: 'done' }], [left])).toEqual(['w1.2', 'w1.3', 'w1.4']);
  expect(eveningOf(cup([]), [], [left]).stale).toEqual([]);
  // Read again, it is as the tournament has it.
  expect(offers([], [])).toEqual(['w1.1', 'w1.2', 'w1.3', 'w1.4']);
});

test('a call stores the outcomes that it stands on and that only results have', () => {
  const results = [played('w1.1', 1, 2), played('w1.2', 3, 4), played('w1.3', 5, 6)];
  const evening = eveningOf(cup(results), []);
  const semi = evening.matches.find(({ slot }) => slot.id === 'w2.1') ?? expect.unreachable('it is there');
  const { fixture, facts } = pairCall(evening, semi, textsIn('en'));
  expect(fixture).toEqual({ tournament: CUP, slot: 'w2.1', pair: [1, 3] });
  expect(facts?.map(({ key, before }) => [key, before])).toEqual([
    ['outcome:w1.1', 0],
    ['outcome:w1.2', 0],
  ]);
  const stored = evening.matches.slice(0, 2).map((match) => fact(`outcome:${match.slot.id}`, match.outcome));
  // The server takes a call without facts, and none with an empty list of them.
  expect(pairCall(eveningOf(cup(results, ...stored), []), semi, textsIn('en')).facts).toBeUndefined();
});

test('a call says what the tournament orders, in the caller’s language, with the head starts of its sides', () => {
  const ordered = (title: string, locale: 'en' | 'ar', slotId = 'w3.1') => {
    const results = [1, 3, 5, 7].map((one, index) => played(`w1.${index + 1}`, one, one + 1));
    const evening = eveningOf(
      cup(
        [...results, played('w2.1', 3, 1), played('w2.2', 5, 7)],
        fact('open', { title }),
        format({ finalRaceTo: 7 }),
        fact('entry:3', { name: 'P3', seed: null, headStart: 2 }),
      ),
      [],
    );
    const match = evening.matches.find(({ slot }) => slot.id === slotId) ?? expect.unreachable('it is there');
    return pairCall(evening, match, textsIn(locale)).order;
  };
  expect(ordered('Cup', 'en')).toEqual({
    game: 'nine-ball',
    raceTo: 7,
    handicap: [2, 0],
    event: 'Cup · Final',
  });
  expect(ordered('Cup', 'en', 'w2.1')).toMatchObject({
    raceTo: 3,
    handicap: [0, 2],
    event: 'Cup · Semi-final',
  });
  // A long title is cut rather than the round.
  expect(ordered('س'.repeat(60), 'ar').event).toMatch(/^س{30,} · النهائي$/u);
  expect(ordered('x'.repeat(60), 'en').event).toHaveLength(60);
});

test('the draw says which one it is', () => {
  const { title, draw, places } = eveningOf(cup([]), []);
  expect({ title, draw }).toEqual({ title: 'Cup', draw: { number: 2, atMillis: 5 } });
  expect(places).toHaveLength(8);
});

test('once the knockout began, other results in the groups seat others, and a withdrawal doesn’t', () => {
  const won = (slot: string, pair: readonly unknown[], winner: 0 | 1): Fact =>
    outcome(slot, pair, [3, 3], { winner });
  const two = format({ groups: 2 });
  // The lower numbers win two groups of four.
  const groups = eveningOf(cup([], two), [])
    .matches.filter(({ slot }) => slot.group !== null)
    .map(({ slot, sides }) => won(slot.id, sides, sides[0] < sides[1] ? 0 : 1));
  const seatingAfter = (...more: readonly Fact[]) =>
    seatingOf(eveningOf(cup([], two, ...groups, ...more), []));
  const next = [1, 6, 5, 2];
  expect(seatingAfter()).toEqual({ next, isBegun: false, isOther: true });
  const seats = fact('seats', { places: next, out: [] });
  const semi = won('w1.1', [1, 6], 0);
  const begun = [seats, semi];
  expect(seatingAfter(...begun)).toEqual({ next, isBegun: true, isOther: false });

  const out = fact('out:2', true);
  expect(seatingAfter(seats, out)).toEqual({ next: [1, 6, 5, 3], isBegun: false, isOther: true });
  expect(seatingAfter(...begun, out)).toEqual({ next, isBegun: true, isOther: false });

  const corrected = won('g1.2', [2, 3], 1);
  const other = [1, 6, 5, 3];
  expect(seatingAfter(...begun, corrected)).toEqual({ next: other, isBegun: true, isOther: true });
  const left = fact('seats', { places: next, out: [], left: other });
  expect(seatingAfter(left, semi, corrected)).toMatchObject({ isOther: false });
  expect(seatingAfter(left, semi)).toMatchObject({ isOther: false });
});
