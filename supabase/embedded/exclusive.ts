import type { PGlite, Transaction } from '@electric-sql/pglite';
import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, Driver, QueryResult } from 'kysely';

/**
 * A Kysely whose every transaction has PGlite to itself.
 *
 * PGlite is one database session. The driver that @supabase/lite brings begins and commits on it with ordinary
 * queries, so the statements of two requests, or of a request and Realtime's policy probes, interleave in one
 * transaction: one runs with the other's role, or is rolled back with it. This driver runs each transaction
 * through `pg.transaction()`, which everybody else who uses `pg` waits for.
 */
export function exclusiveKysely<Database>(pg: PGlite): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ExclusiveDriver(pg),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** A statement outside a transaction gets one of its own: that is what acquiring a connection begins. */
class ExclusiveDriver implements Driver {
  readonly #pg: PGlite;

  constructor(pg: PGlite) {
    this.#pg = pg;
  }

  acquireConnection(): Promise<ExclusiveConnection> {
    const { promise, resolve, reject } = Promise.withResolvers<ExclusiveConnection>();
    const finish = Promise.withResolvers<undefined>();
    const finished = this.#pg.transaction(async (transaction) => {
      resolve(new ExclusiveConnection(transaction, () => (finish.resolve(undefined), finished)));
      await finish.promise;
    });
    finished.catch(reject);
    return promise;
  }

  async beginTransaction(): Promise<void> {}

  async commitTransaction(connection: ExclusiveConnection): Promise<void> {
    await connection.finish();
  }

  async rollbackTransaction(connection: ExclusiveConnection): Promise<void> {
    await connection.rollback();
  }

  async savepoint(connection: ExclusiveConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint "${name}"`));
  }

  async rollbackToSavepoint(connection: ExclusiveConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`rollback to savepoint "${name}"`));
  }

  async releaseSavepoint(connection: ExclusiveConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`release savepoint "${name}"`));
  }

  async releaseConnection(connection: ExclusiveConnection): Promise<void> {
    await connection.finish();
  }

  async init(): Promise<void> {}

  /** Whoever opened PGlite closes it. */
  async destroy(): Promise<void> {}
}

class ExclusiveConnection implements DatabaseConnection {
  readonly #transaction: Transaction;
  /** Commits, unless it was rolled back, and lets the next one begin. */
  readonly finish: () => Promise<void>;

  constructor(transaction: Transaction, finish: () => Promise<void>) {
    this.#transaction = transaction;
    this.finish = finish;
  }

  async rollback(): Promise<void> {
    if (!this.#transaction.closed) await this.#transaction.rollback();
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await this.#transaction.query<Row>(sql, [...parameters]);
    return { rows, ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) };
  }

  streamQuery(): never {
    throw new Error('PGlite does not stream.');
  }
}
