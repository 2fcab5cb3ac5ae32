import { spawn, type ChildProcess } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { messageOf, StartProblem } from '../http/problem.ts';

/**
 * A copy as one encrypted file for a place that others can read: a tar archive, through gzip and age. The server knows
 * the public key only, so it can't read its own old copies. age checks every 64 kB and the end: a changed or cut file
 * doesn't open.
 */

/** A new pair: the server keeps the public key, its owner the secret one. */
export const newKeys = async (): Promise<{ open: string; secret: string }> => {
  const secret = await generateX25519Identity();
  return { open: await identityToRecipient(secret), secret };
};

/** Throws StartProblem for a key that isn't a public one. */
const encrypterFor = (key: string): Encrypter => {
  const encrypter = new Encrypter();
  try {
    if (!key.startsWith('age1')) throw new Error('not a public key');
    encrypter.addRecipient(key);
  } catch (error) {
    throw new StartProblem(
      'CUEBOARD_COPIES_KEY must be a public key, age1 and so on: npm run restore -- --new-key makes one.',
      { cause: error },
    );
  }
  return encrypter;
};

/** Throws StartProblem for a key that isn't a secret one. */
const decrypterFor = (key: string): Decrypter => {
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(key.trim());
  } catch (error) {
    throw new StartProblem(
      'That is not a secret key: it begins with AGE-SECRET-KEY-1. Nothing was changed.',
      {
        cause: error,
      },
    );
  }
  return decrypter;
};

class TarFailed extends Error {}

/** Resolves when tar ends well. Rejects with TarFailed otherwise, or if there is no such program. */
const endOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new TarFailed(`tar ended with code ${code}`));
    });
  });

/** Writes a copy's folder into a new file, for this user only and on disk. Rejects if any of it could not be written. */
export const sealCopy = async (
  path: string,
  { to, key, signal }: { to: string; key: string; signal?: AbortSignal | undefined },
): Promise<void> => {
  const encrypter = encrypterFor(key);
  const tar = spawn('tar', ['-cf', '-', '-C', path, '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = endOf(tar);
  const packed = createGzip();
  const packing = pipeline(tar.stdout, packed, { signal });
  // Both are awaited below: a failure meanwhile isn't an unhandled one.
  for (const promise of [ended, packing]) promise.catch(() => {});
  try {
    const sealed = await encrypter.encrypt(Readable.toWeb(packed) as ReadableStream<Uint8Array>);
    await pipeline(Readable.fromWeb(sealed as never), createWriteStream(to, { mode: 0o600, flags: 'wx' }), {
      signal,
    });
    await Promise.all([ended, packing]);
  } finally {
    tar.kill();
  }
  const file = await open(to, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Unpacks an encrypted copy into a new folder. Throws StartProblem, with the folder removed, if it doesn't open. */
export const unsealCopy = async (file: string, { to, key }: { to: string; key: string }): Promise<void> => {
  const decrypter = decrypterFor(key);
  await mkdir(to, { recursive: true, mode: 0o700 });
  try {
    const source = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
    const opened = await decrypter.decrypt(source);
    const tar = spawn('tar', ['-xof', '-', '-C', to], { stdio: ['pipe', 'ignore', 'ignore'] });
    const ended = endOf(tar);
    ended.catch(() => {});
    try {
      await pipeline(Readable.fromWeb(opened as never), createGunzip(), tar.stdin);
      await ended;
    } finally {
      tar.kill();
    }
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    const isOtherKey = error instanceof Error && error.message.includes('no identity matched');
    const isOfSystem = error instanceof TarFailed || (error as NodeJS.ErrnoException).syscall !== undefined;
    const what = isOtherKey
      ? `This is not the key of ${file}`
      : isOfSystem
        ? `${file} could not be unpacked, which needs room for all of it in ${to} (${messageOf(error)})`
        : `${file} is cut off or was changed: choose another copy`;
    throw new StartProblem(`${what}. Nothing was changed.`, { cause: error });
  }
};
