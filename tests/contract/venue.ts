import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import type {
  BrandingBackend,
  MatchBackend,
  OpenedLink,
  PicturesBackend,
  TablesBackend,
  TelevisionBackend,
  TelevisionsBackend,
  WaitingBackend,
} from '../../src/backend/contract.ts';
import { scorerEnvironment } from '../../src/browser/scorer.ts';
import { alwaysShowing } from '../../src/core/television/programme.ts';
import { startEmbedded, type Embedded } from './embedded.ts';

/** A table that the owner has nothing to do with, and a link to score it. */
interface Foreign {
  readonly id: string;
  readonly match: string;
  readonly secret: string;
  readonly link: string;
  readonly uploadKey: string;
  readonly television: string;
}

/** The snapshot service's calls of the database. */
interface Service {
  /** Returns the answer: stored, or why not. */
  readonly upload: (matchId: string, secret: string, capturedAtMillis: number) => Promise<string>;
  readonly failUpload: (matchId: string, secret: string, reason: string) => Promise<void>;
  /** Somebody looks at the table's latest picture. */
  readonly draw: (matchId: string) => Promise<void>;
}

/** A venue as its owner and the holders of its links reach it. */
export interface Venue {
  readonly tables: TablesBackend;
  readonly pictures: PicturesBackend;
  readonly televisions: TelevisionsBackend;
  /** A screen, without an account. */
  readonly television: TelevisionBackend;
  readonly devices: Embedded['devices'];
  readonly pairing: Embedded['pairing'];
  readonly health: Embedded['health'];
  /** A phone, without an account. */
  readonly device: Embedded['device'];
  readonly venueAs: Embedded['venueAs'];
  readonly branding: BrandingBackend;
  readonly waiting: WaitingBackend;
  readonly service: Service;
  readonly matches: MatchBackend;
  /** Scores through a link. */
  readonly byLink: (secret: string) => MatchBackend;
  readonly open: (secret: string) => Promise<OpenedLink>;
  readonly foreign: Foreign;
  readonly dropSession: () => Promise<void>;
  /** Ends every connection and lets none through. */
  readonly cut: () => void;
}

const foreignTable = async ({
  tables,
  pictures,
  televisions,
  television,
}: Pick<Venue, 'tables' | 'pictures' | 'televisions' | 'television'>): Promise<Foreign> => {
  const [table] = (await tables.listTables()).tables;
  if (!table) throw new Error('no table was made');
  const { id: link, secret } = await tables.addScorerLink(table.id, 'another', null, { kind: 'scorer' });
  const { id: uploadKey } = await pictures.addUploadKey('another');
  const screen = await television.beginPairing(randomBytes(24).toString('hex'));
  const code = screen.status === 'waiting' ? screen.code : '';
  await televisions.pairTelevision(code, {
    title: 'another',
    tableId: null,
    query: '',
    programme: alwaysShowing('tables'),
  });
  const [shown] = (await televisions.listTelevisions()).televisions;
  if (!shown) throw new Error('no television was paired');
  return { id: table.id, match: table.match.id, secret, link, uploadKey, television: shown.id };
};

/** The service's calls, made as the server makes them. */
const serviceOf = ({ server: { pg } }: Embedded): Service => ({
  upload: async (matchId, secret, capturedAtMillis) => {
    const begun = await pg.query<{ answer: { status: string; id: string } }>(
      'select begin_upload($1, $2) as answer',
      [matchId, secret],
    );
    const { status = '', id = '' } = begun.rows[0]?.answer ?? {};
    if (status !== 'ok') return status;
    const { rows } = await pg.query<{ answer: { status: string } }>(
      "select record_snapshot($1, $2, $3, 'image/jpeg', $4, $5) as answer",
      [matchId, secret, id, randomBytes(32).toString('hex'), new Date(capturedAtMillis).toISOString()],
    );
    return rows[0]?.answer.status ?? '';
  },
  failUpload: async (matchId, secret, reason) => {
    await pg.query('select fail_upload($1, $2, $3)', [matchId, secret, reason]);
  },
  draw: async (matchId) => {
    await pg.query('select latest_snapshot($1)', [matchId]);
  },
});

/** One for all tests: it takes long to sign in. */
const foreigners = new WeakMap<Embedded, Promise<Foreign>>();

const foreignOf = (embedded: Embedded): Promise<Foreign> => {
  const known = foreigners.get(embedded);
  if (known) return known;
  const made = embedded
    .addOwner()
    .then(({ email, password }) => embedded.auth.signIn(email, password))
    .then(() => foreignTable(embedded));
  foreigners.set(embedded, made);
  return made;
};

const openVenue = async (embedded: Embedded): Promise<Venue> => {
  const { auth, tables, pictures, televisions, television, branding, waiting, matches, network, addOwner } =
    embedded;
  const { devices, device, health, pairing, venueAs } = embedded;
  const foreign = await foreignOf(embedded);
  const { email, password } = await addOwner();
  await auth.signIn(email, password);
  const scorer = scorerEnvironment();
  return {
    tables,
    pictures,
    televisions,
    television,
    devices,
    device,
    health,
    pairing,
    venueAs,
    branding,
    waiting,
    service: serviceOf(embedded),
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

/** Tests of a venue through the adapters that pages use. */
export const describeVenues = (what: string, tests: (open: () => Promise<Venue>) => void): void => {
  describe(what, () => {
    let embedded: Embedded;
    beforeAll(async () => {
      embedded = await startEmbedded();
    });
    afterAll(() => embedded.close());
    tests(() => openVenue(embedded));
  });
};
