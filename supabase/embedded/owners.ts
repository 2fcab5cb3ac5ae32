import type { Locale } from '../../src/i18n/locales.ts';
import { AccountError } from './auth/index.ts';
import { readSecrets } from './data-folder.ts';
import { FolderInUse } from './folder-lock.ts';
import { OWNERS_PATH, startServer } from './server.ts';

interface Owner {
  readonly email: string;
  /** One-time. */
  readonly password: string;
}

const askServer = async (origin: string, folder: string, email: string, locale: Locale): Promise<Owner> => {
  const response = await fetch(`${origin}${OWNERS_PATH}`, {
    method: 'POST',
    headers: { apikey: readSecrets(folder).secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, locale }),
  }).catch((error: unknown) => {
    throw new AccountError(`The server at ${origin} does not answer: try again in a moment.`, {
      cause: error,
    });
  });
  const body = (await response.json()) as Owner & { msg?: string };
  if (!response.ok) throw new AccountError(body.msg ?? `The server answered ${response.status}.`);
  return body;
};

/**
 * Creates an account on the embedded default in `folder`, and invites to choose a password in a language: through its server if one is running, otherwise by starting
 * one briefly. Throws AccountError or StartProblem.
 */
export const addEmbeddedOwner = async (folder: string, email: string, locale: Locale): Promise<Owner> => {
  // The invitation links to where the site will be.
  const siteUrl = `http://localhost:${process.env['PORT'] ?? '4321'}`;
  const server = await startServer({ folder, port: 0, siteUrl }).catch((problem: unknown) => {
    if (problem instanceof FolderInUse && problem.address !== undefined) return problem.address;
    throw problem;
  });
  if (typeof server === 'string') return askServer(server, folder, email, locale);
  try {
    return await askServer(server.origin, folder, email, locale);
  } finally {
    await server.close();
  }
};
