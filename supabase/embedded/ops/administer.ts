import { AccountError } from '../http/problem.ts';
import { readSecrets } from '../data/data-folder.ts';
import { FolderInUse } from '../data/folder-lock.ts';
import { startServer } from './server.ts';

/** Asks a route that needs the secret key; `body` is JSON. Resolves to the answer; throws AccountError. */
export type Ask = (path: string, body?: string, method?: string) => Promise<unknown>;

const askAt =
  (origin: string, folder: string): Ask =>
  async (path, body, method = 'POST') => {
    const response = await fetch(origin + path, {
      method,
      headers: { apikey: readSecrets(folder).secretKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    }).catch((error: unknown) => {
      throw new AccountError(`The server at ${origin} does not answer: try again in a moment.`, {
        cause: error,
      });
    });
    const answer = (await response.json()) as { readonly msg?: string; readonly error?: string } | null;
    if (!response.ok)
      throw new AccountError(answer?.msg ?? answer?.error ?? `The server answered ${response.status}.`);
    return answer;
  };

/**
 * Works with the embedded server in `folder`: with its server if one is running, otherwise by starting one briefly.
 * Throws AccountError or StartProblem.
 */
export const administer = async <Result>(
  folder: string,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> => {
  // Invitations link to where the site will be.
  const siteUrl = `http://localhost:${process.env['PORT'] ?? '4321'}`;
  const server = await startServer({ folder, port: 0, siteUrl, demo: false }).catch((problem: unknown) => {
    if (problem instanceof FolderInUse && problem.address !== undefined) return problem.address;
    throw problem;
  });
  if (typeof server === 'string') return work(askAt(server, folder));
  try {
    return await work(askAt(server.origin, folder));
  } finally {
    await server.close();
  }
};
