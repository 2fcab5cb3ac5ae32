import pg from 'pg';
import type { Pool } from 'pg';
import { runTogether } from './sessions.ts';

/** Who is calling, and with which request headers; SQL can read both. */
export interface Caller {
  readonly role: 'anon' | 'authenticated' | 'service_role';
  /** From the access token. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call's arguments: an object as JSON text, and its keys. */
export interface Arguments {
  readonly names: readonly string[];
  readonly json: string;
}

/**
 * Calls a function in schema public, as PostgREST does. Returns the answer as JSON text, or undefined if the function
 * returns nothing. Throws NoFunction, the database's error, or the signal's reason if that aborts before the function
 * has begun.
 */
export type Call = (
  name: string,
  args: Arguments,
  caller: Caller,
  signal?: AbortSignal,
) => Promise<string | undefined>;

/** No function with this name takes these arguments. The message is PostgREST's. */
export class NoFunction extends Error {
  constructor(name: string, given: readonly string[]) {
    const taking = given.length ? `(${given.join(', ')})` : ' without parameters';
    super(`Could not find the function public.${name}${taking} in the schema cache`);
  }
}

interface Signature {
  /** Types by argument name. */
  readonly args: ReadonlyMap<string, string>;
  readonly required: readonly string[];
  readonly returns: 'nothing' | 'one' | 'many';
}

const SIGNATURES = `
  select coalesce(proargnames, '{}') as names, pronargdefaults as defaults,
    array(select format_type(type, null) from unnest(proargtypes) with ordinality as taken (type, at) order by at) as types,
    case when proretset then 'many' when prorettype = 'void'::regtype then 'nothing' else 'one' end as returns
  from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and proname = $1`;

interface SignatureRow {
  readonly names: readonly string[];
  readonly types: readonly string[];
  readonly defaults: number;
  readonly returns: Signature['returns'];
}

const signatureOf = ({ names, types, defaults, returns }: SignatureRow): Signature => ({
  args: new Map(types.map((type, index) => [names[index] ?? '', type])),
  required: names.slice(0, types.length - defaults),
  returns,
});

/**
 * The database parses each argument to its type, so grants are checked before any parsing and no input becomes SQL.
 * Arguments keep the function's order, because a session caches every record type it has seen.
 */
const statementFor = (name: string, { args, returns }: Signature, given: readonly string[]): string => {
  const quoted = [...args]
    .filter(([arg]) => given.includes(arg))
    .map(([arg, type]) => [pg.escapeIdentifier(arg), type] as const);
  const call = `public.${pg.escapeIdentifier(name)}(${quoted.map(([arg]) => `${arg} => given.${arg}`).join(', ')})`;
  const from = quoted.length
    ? `json_to_record($1) as given (${quoted.map(([arg, type]) => `${arg} ${type}`).join(', ')})`
    : '(select $1::json) as given';
  switch (returns) {
    case 'nothing':
      return `select ${call} from ${from}`;
    case 'one':
      return `select to_json(${call})::text as answer from ${from}`;
    case 'many':
      return `select coalesce(json_agg(answer), '[]')::text as answer from ${from}, lateral ${call} as answer`;
  }
};

/** Calls to `pool`'s database, whose functions don't change while it is open. */
export const createCalls = (pool: Pool): Call => {
  const known = new Map<string, readonly Signature[]>();

  const signaturesOf = async (name: string): Promise<readonly Signature[]> => {
    const cached = known.get(name);
    if (cached) return cached;
    const { rows } = await pool.query<SignatureRow>(SIGNATURES, [name]);
    const signatures = rows.map(signatureOf);
    // Unknown names aren't cached: there could be any number.
    if (signatures.length) known.set(name, signatures);
    return signatures;
  };

  return async (name, { names: given, json }, { role, claims = { role }, headers = {} }, signal) => {
    const signature = (await signaturesOf(name)).find(
      ({ args: taken, required }) =>
        given.every((arg) => taken.has(arg)) && required.every((arg) => given.includes(arg)),
    );
    if (!signature) throw new NoFunction(name, given);
    const asCaller = {
      name: 'caller',
      text: `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
        set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $1, true),
        set_config('request.headers', $4, true)`,
      values: [role, JSON.stringify(claims), claims['sub'] ?? '', JSON.stringify(headers)],
    };
    const asking = { text: statementFor(name, signature, given), values: [json] };
    const answered = await runTogether<{ answer: string | null }>(pool, [asCaller, asking], signal);
    return signature.returns === 'nothing' ? undefined : (answered?.rows[0]?.answer ?? 'null');
  };
};
