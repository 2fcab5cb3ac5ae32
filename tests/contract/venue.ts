import { onTestFinished } from 'vitest';
import type { MatchBackend, OpenedLink, TablesBackend } from '../../src/backend/contract.ts';
import { scorerEnvironment } from '../../src/stores/environment/scorer.ts';
import type { Embedded } from './embedded.ts';
import { fakeMatches } from './fake-matches.ts';

/** A table that the owner has nothing to do with, and a link to score it. */
interface Foreign {
  readonly id: string;
  readonly match: string;
  readonly secret: string;
  readonly link: string;
}

/** A venue as its owner and whoever they give a link to reach it, whatever stands behind. */
export interface Venue {
  readonly tables: TablesBackend;
  readonly matches: MatchBackend;
  /** Scores through a link. */
  readonly byLink: (secret: string) => MatchBackend;
  readonly open: (secret: string) => Promise<OpenedLink>;
  readonly foreign: Foreign;
  readonly dropSession: () => Promise<void>;
  /** Ends every connection and lets none through. */
  readonly cut: () => void;
}

const foreignTable = async (tables: TablesBackend): Promise<Foreign> => {
  const [table] = (await tables.listTables()).tables;
  if (!table) throw new Error('no table was made');
  const { id: link, secret } = await tables.addScorerLink(table.id, 'another', null);
  return { id: table.id, match: table.match.id, secret, link };
};

export const openFakeVenue = async (): Promise<Venue> => {
  const server = fakeMatches();
  const owner = server.connect({ owner: 'me' });
  return {
    tables: owner.tables,
    matches: owner.matches,
    byLink: (link) => server.connect({ link }).matches,
    open: (link) => server.connect({ link }).open(link),
    foreign: await foreignTable(server.connect({ owner: 'another' }).tables),
    dropSession: async () => {
      owner.network.failure = { kind: 'sessionExpired' };
    },
    cut: owner.network.cut,
  };
};

/** One for all tests: it takes long to sign in. */
const foreigners = new WeakMap<Embedded, Promise<Foreign>>();

const foreignOf = (embedded: Embedded): Promise<Foreign> => {
  const known = foreigners.get(embedded);
  if (known) return known;
  const made = embedded
    .addOwner()
    .then(({ email, password }) => embedded.auth.signIn(email, password))
    .then(() => foreignTable(embedded.tables));
  foreigners.set(embedded, made);
  return made;
};

export const openEmbeddedVenue = async (embedded: Embedded): Promise<Venue> => {
  const { auth, tables, matches, network, addOwner } = embedded;
  const foreign = await foreignOf(embedded);
  const { email, password } = await addOwner();
  await auth.signIn(email, password);
  const scorer = scorerEnvironment();
  return {
    tables,
    matches,
    byLink: scorer.matches,
    open: scorer.open,
    foreign,
    dropSession: auth.dropSession,
    cut: () => {
      network.cut();
      onTestFinished(network.restore);
    },
  };
};
