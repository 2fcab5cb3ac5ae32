import { randomUUID } from 'node:crypto';
import type { Fact } from '../../src/core/tournament/facts.ts';
import type { openVenue } from '../common/wire-scorer.ts';

interface Known {
  readonly tournament: { readonly facts: readonly { readonly key: string; readonly seq: number }[] };
}

/** A venue's new tournament, and what adds facts to it as a device does that knows those before. */
export const openTournament = ({ call }: Pick<Awaited<ReturnType<typeof openVenue>>, 'call'>) => {
  const id = randomUUID();
  const seqs = new Map<string, number>();
  const say = async (...added: readonly Fact[]): Promise<void> => {
    const facts = added.map((fact) => ({ ...fact, before: seqs.get(fact.key) ?? 0 }));
    const op = { id: randomUUID(), tournament: id, facts };
    const { tournament } = (await call('run_tournament', { op })) as Known;
    for (const { key, seq } of tournament.facts) seqs.set(key, seq);
  };
  return { id, say };
};
