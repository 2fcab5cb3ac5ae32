import { parse, protocol, type PGlite } from '@electric-sql/pglite';
import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, Driver, QueryResult } from 'kysely';
import { printedShort } from './log.ts';

/**
 * A Kysely whose every transaction has PGlite to itself, and speaks to it in few messages.
 *
 * PGlite is one database session. The driver that @supabase/lite brings begins and commits on it with ordinary
 * queries, so the statements of two requests, or of a request and Realtime's policy probes, interleave in one
 * transaction: one runs with the other's role, or is rolled back with it. Here each transaction holds the mutex that
 * `pg.query()` and `pg.transaction()` take too.
 *
 * `pg.query()` sends a statement as seven messages, parses and plans it anew each time, and lite sets eight to eleven settings
 * before a request's own statement. Here a statement is prepared once, what it needs goes out as one message, and
 * whatever has no result worth waiting for (BEGIN, settings) travels with the next statement.
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

/** Statements kept prepared. Filters and columns of requests make up any number of texts: the oldest give way. */
const LARGEST_CACHE = 200;

/**
 * Parameters of one statement. The protocol counts them in 16 bits, and PGlite reads these with a sign: one more would
 * leave its parser unable to read any later answer.
 */
const MOST_PARAMETERS = 32_767;

/** Settings for the rest of a transaction: nobody looks at what they return. */
const SETTING = /^\s*(?:select set_config\('[\w.]+', (?:\$1|'[^']*'), true\)|set local role "\w+")\s*$/i;

interface Prepared {
  readonly name: string;
  /** Type ids of the parameters. */
  readonly types: readonly number[];
}

/** One PGlite's prepared statements, and the way to run them. The caller holds PGlite's mutex. */
class Statements {
  readonly #pg: PGlite;
  readonly #prepared = new Map<string, Prepared>();
  #named = 0;

  constructor(pg: PGlite) {
    this.#pg = pg;
  }

  /** Runs one buffer of messages; throws the database's error. */
  async send(...messages: readonly Uint8Array[]) {
    try {
      return (await this.#pg.execProtocol(Buffer.concat(messages))).messages;
    } catch (error) {
      throw printedShort(error, 'The database refused a statement');
    }
  }

  /** The messages that run a statement, without the closing Sync. */
  async messagesFor({ sql, parameters }: CompiledQuery): Promise<Uint8Array> {
    if (parameters.length > MOST_PARAMETERS) {
      // In Postgres' own words, so that it is answered as what Postgres refuses.
      throw Object.assign(new Error('too many values in one request'), { code: '54023' });
    }
    const { name, types } = this.#prepared.get(sql) ?? (await this.#prepare(sql));
    const values = parameters.map((value, index) => {
      if (value === null || value === undefined) return null;
      const serialize = this.#pg.serializers[types[index] ?? 0];
      return serialize ? serialize(value) : (value as string | number | bigint).toString();
    });
    return Buffer.concat([
      protocol.serialize.bind({ statement: name, values }),
      protocol.serialize.describe({ type: 'P' }),
      protocol.serialize.execute({}),
    ]);
  }

  /** After a failure a statement is prepared anew: what it read may have another shape by then. */
  async forget(sql: string): Promise<void> {
    const prepared = this.#prepared.get(sql);
    if (!prepared) return;
    this.#prepared.delete(sql);
    await this.send(protocol.serialize.close({ type: 'S', name: prepared.name }), protocol.serialize.sync());
  }

  async #prepare(sql: string): Promise<Prepared> {
    const [oldest] = this.#prepared.size < LARGEST_CACHE ? [] : this.#prepared.keys();
    if (oldest !== undefined) await this.forget(oldest);
    this.#named += 1;
    const name = `request_${this.#named}`;
    const described = await this.send(
      protocol.serialize.parse({ name, text: sql }),
      protocol.serialize.describe({ type: 'S', name }),
      protocol.serialize.sync(),
    );
    const prepared = { name, types: parse.parseDescribeStatementResults(described) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

class ExclusiveDriver implements Driver {
  readonly #pg: PGlite;
  readonly #statements: Statements;

  constructor(pg: PGlite) {
    this.#pg = pg;
    this.#statements = new Statements(pg);
  }

  /** Waits for the database, and holds it until the connection is released. */
  acquireConnection(): Promise<ExclusiveConnection> {
    const { promise, resolve, reject } = Promise.withResolvers<ExclusiveConnection>();
    this.#pg
      ._runExclusiveTransaction(
        () =>
          new Promise<void>((release) => {
            resolve(new ExclusiveConnection(this.#pg, this.#statements, release));
          }),
      )
      .catch(reject);
    return promise;
  }

  async beginTransaction(connection: ExclusiveConnection): Promise<void> {
    connection.begin();
  }

  async commitTransaction(connection: ExclusiveConnection): Promise<void> {
    await connection.end('commit');
  }

  async rollbackTransaction(connection: ExclusiveConnection): Promise<void> {
    await connection.end('rollback');
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
    await connection.release();
  }

  async init(): Promise<void> {}

  /** Whoever opened PGlite closes it. */
  async destroy(): Promise<void> {}
}

class ExclusiveConnection implements DatabaseConnection {
  readonly #pg: PGlite;
  readonly #statements: Statements;
  readonly #release: () => void;
  /** What travels with the next statement. */
  #waiting: Uint8Array[] = [];
  #transaction: 'none' | 'asked' | 'open' = 'none';

  constructor(pg: PGlite, statements: Statements, release: () => void) {
    this.#pg = pg;
    this.#statements = statements;
    this.#release = release;
  }

  begin(): void {
    this.#waiting = [protocol.serialize.query('begin')];
    this.#transaction = 'asked';
  }

  /** A transaction in which nothing was sent has not begun. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    const wasOpen = this.#transaction === 'open';
    this.#transaction = 'none';
    this.#waiting = [];
    if (wasOpen) await this.#statements.send(protocol.serialize.query(how));
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const inTransaction = this.#transaction !== 'none';
    try {
      const messages = await this.#statements.messagesFor(query);
      if (inTransaction && SETTING.test(query.sql)) {
        this.#waiting.push(messages);
        return { rows: [] };
      }
      const sent = [...this.#waiting, messages, protocol.serialize.sync()];
      this.#waiting = [];
      if (inTransaction) this.#transaction = 'open';
      const answers = await this.#statements.send(...sent);
      // Every message with a command tag leaves a result; the statement's own is the last.
      const result = parse.parseResults(answers, this.#pg.parsers).at(-1);
      return {
        rows: (result?.rows ?? []) as Row[],
        ...(result?.affectedRows === undefined ? {} : { numAffectedRows: BigInt(result.affectedRows) }),
      };
    } catch (error) {
      await this.#statements.forget(query.sql);
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error('PGlite does not stream.');
  }

  /** Lets the next one have the database; whatever was left open is undone. */
  async release(): Promise<void> {
    try {
      await this.end('rollback');
    } finally {
      this.#release();
    }
  }
}
