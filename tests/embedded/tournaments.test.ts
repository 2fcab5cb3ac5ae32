import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchesOf } from '../../src/core/tournament/bracket.ts';
import { KINDS, tournamentOf, type Fact } from '../../src/core/tournament/facts.ts';
import { randomFrom } from '../../src/core/random-from.ts';
import { createCalls } from '../../supabase/embedded/data/calls.ts';
import { playTournament } from '../common/play-tournament.ts';
import { preparedDatabase } from './folders.ts';

/** Tournaments as the database keeps them, against those of the core. */

const { pg, close } = await preparedDatabase();
afterAll(close);

const OWNER = randomUUID();
const send = createCalls(pg);
const call = async <Answer>(name: string, args: Readonly<Record<string, unknown>>): Promise<Answer> => {
  const caller = { role: 'authenticated', claims: { sub: OWNER } } as const;
  const json = await send(name, { names: Object.keys(args), json: JSON.stringify(args) }, caller);
  return JSON.parse(json ?? 'null') as Answer;
};

interface KnownFact extends Fact {
  readonly seq: number;
}
interface Answer {
  readonly outcome: string;
  readonly fact: KnownFact | null;
  readonly tournament: { readonly facts: readonly KnownFact[] };
}

beforeAll(async () => {
  await pg.query('insert into auth.users (id, email) values ($1, $2)', [OWNER, 'owner@example.test']);
});

/** A device's facts for one request, each with a key of its own. */
const requests = (facts: readonly Fact[], random: () => number): readonly (readonly Fact[])[] => {
  const all: Fact[][] = [];
  for (const fact of facts) {
    const last = all.at(-1);
    if (last && random() < 0.6 && !last.some(({ key }) => key === fact.key)) last.push(fact);
    else all.push([fact]);
  }
  return all;
};

test('two devices in any order: the facts have one order, and a refused request changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = randomFrom(seed);
      const format = {
        groups: 0 as const,
        kind: KINDS[random() < 0.5 ? 0 : 1],
        third: true,
        secondFinal: true,
      };
      const { facts } = playTournament({ format, count: 7, isRough: true }, random);
      const tournament = randomUUID();
      const known = new Map<string, KnownFact>();
      const seen = [new Map<string, number>(), new Map<string, number>()] as const;
      const added: Fact[] = [];
      for (const request of requests(facts, random)) {
        const device = seen[random() < 0.5 ? 0 : 1];
        const sent = request.map(({ key, value }) => ({ key, value, before: device.get(key) ?? 0 }));
        const op = { id: randomUUID(), tournament, facts: sent };
        const { outcome, fact, tournament: told } = await call<Answer>('run_tournament', { op });
        const same = ({ key, value }: Fact): boolean =>
          JSON.stringify(known.get(key)?.value ?? null) === JSON.stringify(value);
        const fresh = sent.filter((one) => !same(one));
        const inTheWay = fresh.filter(({ key, before }) => (known.get(key)?.seq ?? 0) !== before);
        if (inTheWay.length > 0) {
          expect(outcome).toBe('refused');
          expect(inTheWay.map(({ key }) => known.get(key)?.seq)).toContain(fact?.seq);
        } else {
          expect(outcome).toBe(fresh.length > 0 ? 'done' : 'already');
          for (const { key, value } of fresh) {
            added.push({ key, value });
            known.set(key, { key, value, seq: added.length });
          }
        }
        expect(told.facts.map(({ seq, key }) => `${seq} ${key}`)).toEqual(
          [...known.values()]
            .sort((one, other) => one.seq - other.seq)
            .map(({ seq, key }) => `${seq} ${key}`),
        );
        // A device that was refused, or has looked, has seen them all.
        if (outcome === 'refused' || random() < 0.7)
          for (const { key, seq } of told.facts) device.set(key, seq);
        expect(matchesOf(tournamentOf(told.facts))).toEqual(matchesOf(tournamentOf(added)));
      }
      expect(added.length).toBeGreaterThan(8);
    }),
    { numRuns: 6 },
  );
});
