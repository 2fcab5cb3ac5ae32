import { DatabaseError } from './database-error.ts';
import type { AskSupabase } from './hosted-api.ts';

interface More {
  readonly headers?: Readonly<Record<string, string>>;
  /** Its abortion ends the call, with its reason. */
  readonly signal?: AbortSignal;
}

/** Calls a function of the database through PostgREST. Throws a `DatabaseError` if the database refuses. */
export const callHosted = async (
  ask: AskSupabase,
  name: string,
  values: Readonly<Record<string, unknown>>,
  { headers = {}, signal }: More = {},
): Promise<unknown> => {
  const answer = await ask(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(values),
    ...(signal && { signal }),
  });
  // A function that returns nothing has an empty answer.
  const text = await answer.text();
  if (answer.ok) return text ? (JSON.parse(text) as unknown) : null;
  const code = /"code":\s*"(\w+)"/.exec(text)?.[1];
  const said = `${name} answered ${answer.status}: ${text.slice(0, 500)}`;
  throw code === undefined ? new Error(said) : new DatabaseError(code, said);
};
