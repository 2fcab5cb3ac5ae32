import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import { unverifiedClaims } from '../../supabase/embedded/auth/tokens.ts';
import { createCalls, type Caller } from '../../supabase/embedded/data/calls.ts';
import { sqlStateOf } from '../../supabase/functions/_shared/database-error.ts';
import { createSite } from '../../supabase/embedded/http/site.ts';
import { writeSmallSite } from './small-site.ts';

/** The part of a hosted project that edge functions talk to. */
export interface SupabaseStandIn {
  readonly origin: string;
  /** The secret key. */
  readonly key: string;
  readonly publishableKey: string;
  /** What Storage was asked, as `<method> <name>`, in that order. */
  readonly stored: readonly string[];
  readonly close: () => Promise<void>;
}

const KEY = 'sb_secret_stand_in';
const PUBLISHABLE_KEY = 'sb_publishable_stand_in';

/**
 * The caller as PostgREST sees it. PostgREST verifies tokens; here, a token's claims are trusted. Undefined for an
 * unknown caller.
 */
const callerOf = ({ apikey, authorization }: IncomingMessage['headers']): Caller | undefined => {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  if (apikey === KEY && token === KEY) return { role: 'service_role' };
  if (apikey !== PUBLISHABLE_KEY || token === undefined) return undefined;
  if (token === PUBLISHABLE_KEY) return { role: 'anon' };
  const claims = unverifiedClaims(token);
  return claims ? { role: 'authenticated', claims } : undefined;
};

interface StoredObject {
  readonly type: string;
  readonly bytes: Buffer;
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

/** Storage's errors, with their own code in the body. */
const storageError = (response: ServerResponse, code: number, error: string, message: string): void =>
  json(response, 400, { statusCode: String(code), error, message });

/**
 * Answers as a hosted project does: functions of `pg` as PostgREST calls them, in the caller's role, and a bucket in
 * memory as Storage keeps it. It also serves the site's page for shared links.
 */
export const startSupabaseStandIn = async (pg: Pool): Promise<SupabaseStandIn> => {
  const call = createCalls(pg);
  const dist = writeSmallSite();
  const site = createSite({ dist });
  const buckets = new Map<string, Map<string, StoredObject>>();
  const stored: string[] = [];

  const callFunction = async (name: string, request: IncomingMessage, response: ServerResponse) => {
    const caller = callerOf(request.headers);
    if (!caller) {
      json(response, 401, { code: 'PGRST301', message: 'No suitable key or wrong key type' });
      return;
    }
    const sent = (await buffer(request)).toString();
    const args = { names: Object.keys(JSON.parse(sent) as object), json: sent };
    try {
      json(response, 200, JSON.parse((await call(name, args, caller)) ?? 'null'));
    } catch (error) {
      json(response, 400, { code: sqlStateOf(error), message: String(error) });
    }
  };

  const store = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, headers, url = '' } = request;
    const [, , , kind, ...rest] = url.split('/');
    const body = await buffer(request);
    if (kind === 'bucket') {
      const { id, public: isPublic } = JSON.parse(body.toString()) as { id: string; public: boolean };
      if (buckets.has(id)) storageError(response, 409, 'Duplicate', 'The resource already exists');
      else if (isPublic) storageError(response, 400, 'Public', 'The service keeps its pictures private');
      else {
        buckets.set(id, new Map());
        json(response, 200, { name: id });
      }
      return;
    }
    const [bucketName = '', name = ''] = rest[0] === 'authenticated' ? rest.slice(1) : rest;
    const bucket = buckets.get(bucketName);
    if (!bucket) {
      storageError(response, 404, 'Bucket not found', 'Bucket not found');
      return;
    }
    stored.push(`${method ?? ''} ${name}`);
    if (method === 'POST') {
      if (bucket.has(name) && headers['x-upsert'] !== 'true') {
        storageError(response, 409, 'Duplicate', 'The resource already exists');
        return;
      }
      bucket.set(name, { type: headers['content-type'] ?? '', bytes: body });
      json(response, 200, { Key: `${bucketName}/${name}` });
    } else if (method === 'DELETE') {
      const { prefixes } = JSON.parse(body.toString()) as { prefixes: string[] };
      json(
        response,
        200,
        prefixes.filter((prefix) => bucket.delete(prefix)).map((prefix) => ({ name: prefix })),
      );
    } else {
      const found = bucket.get(name);
      if (!found) {
        storageError(response, 404, 'not_found', 'Object not found');
        return;
      }
      response.writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length });
      response.end(found.bytes);
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (/^(\/fr|\/ar)?\/(s\/gd|[rt])\//.test(path)) {
      await site(request, response);
      return;
    }
    const [, name] = /^\/rest\/v1\/rpc\/([a-z_]+)$/.exec(path) ?? [];
    if (name) await callFunction(name, request, response);
    else if (callerOf(request.headers)?.role !== 'service_role')
      json(response, 401, { message: 'Invalid API key' });
    else if (path.startsWith('/storage/v1/')) await store(request, response);
    else json(response, 404, { message: 'no such interface' });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.destroy(error as Error);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: KEY,
    publishableKey: PUBLISHABLE_KEY,
    stored,
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
      rmSync(dist, { recursive: true });
    },
  };
};
