import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Database } from '../../src/backend/database.types.ts';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { startServer, type EmbeddedServer, type ServerOptions } from '../../supabase/embedded/ops/server.ts';
import { sharedInstallation } from './folders.ts';

/** A client's address on this machine: each has its own limits. */
export type Address = `127.0.0.${number}`;

/** `fetch` from one of this machine's addresses, which doesn't tidy the path. */
export const fetchFrom =
  (localAddress: Address) =>
  (input: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const url = String(input instanceof Request ? input.url : input);
      const { host, port, origin } = new URL(url);
      const outgoing = request(
        {
          host: '127.0.0.1',
          port,
          path: url.slice(origin.length) || '/',
          method: init.method ?? 'GET',
          headers: { host, ...Object.fromEntries(new Headers(init.headers)) },
          localAddress,
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const headers = new Headers();
            for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
            const status = incoming.statusCode ?? 0;
            const body = status === 204 || status === 304 ? null : Buffer.concat(chunks);
            resolve(new Response(body, { status, headers }));
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(init.body);
    });

type Init = Omit<RequestInit, 'headers' | 'body'> & { headers?: Record<string, string>; body?: unknown };

const isRaw = (body: unknown): body is BodyInit => typeof body === 'string' || Buffer.isBuffer(body);

/** One embedded server for a test file, and what its tests ask it. */
export const useServer = (options: Partial<ServerOptions> = {}) => {
  const folder = sharedInstallation();
  const mails: string[] = [];
  let server: EmbeddedServer;
  let lastAddress = 1;

  beforeAll(async () => {
    server = await startServer({ folder, port: 0, mail: (text) => mails.push(text), ...options });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const newAddress = (): Address => `127.0.0.${(lastAddress += 1)}`;

  const client = (address: Address = newAddress()): SupabaseClient<Database> =>
    createClient<Database>(server.origin, EMBEDDED_PUBLISHABLE_KEY, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: fetchFrom(address) },
    });

  /** Sends a path as it is written, with the API key; a body that isn't text or bytes goes as JSON. */
  const ask = (path: string, { headers, body, ...init }: Init = {}, address: Address = '127.0.0.1') =>
    fetchFrom(address)(`${server.origin}${path}`, {
      ...init,
      headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    });

  /** An account, and a client that is signed in to it. */
  const newOwner = async (email: string) => {
    const { password, id } = await server.auth.addOwner(email);
    const supabase = client();
    const { data, error } = await supabase.auth.signInWithPassword({ email, password });
    if (error) throw error;
    return { email, password, id, supabase, session: data.session };
  };

  /** The mails to an address so far. */
  const mailsTo = (email: string): string[] => mails.filter((mail) => mail.includes(`Mail to ${email}:`));

  /** The link in the newest mail to an address, when that is there. */
  const linkTo = async (email: string) => {
    const link = () => /http\S+/.exec(mailsTo(email).at(-1) ?? '')?.[0];
    await expect.poll(link).toBeDefined();
    const url = new URL(link() ?? '');
    const hash = new URLSearchParams(url.hash.slice(1));
    return {
      page: url.origin + url.pathname + url.search,
      token: hash.get('token_hash') ?? '',
      type: hash.get('type') ?? '',
    };
  };

  const verify = (token: string, type = 'recovery', address?: Address) =>
    ask('/auth/v1/verify', { method: 'POST', body: { token_hash: token, type } }, address);

  /** A refusal's body and headers. */
  const refusal = async (answer: Response) => {
    const { error_code } = (await answer.json()) as { error_code?: string };
    return [answer.status, error_code];
  };

  return {
    get server() {
      return server;
    },
    mails,
    mailsTo,
    newAddress,
    client,
    ask,
    newOwner,
    linkTo,
    verify,
    refusal,
  };
};
