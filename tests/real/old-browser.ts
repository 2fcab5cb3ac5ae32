import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { freePort } from '../embedded/processes.ts';
import { MILLIS, type Screen } from './screen.ts';

/** Old Chromiums from npm packages, which bring them for headless servers: real browsers with the engine of their year. */

/** The folder where they are unpacked, once, and where their screenshots are stored. */
const FOLDER = join(tmpdir(), 'cueboard-old-browsers');

const unpack = async (packed: string, file: string, mode: number): Promise<void> =>
  pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(file, { mode }));

/** The path of a package's Chromium, fetched once; undefined where it isn't to be had. */
export const fetchChromium = async (name: string): Promise<string | undefined> => {
  const folder = join(FOLDER, name.replaceAll('/', '-'));
  const binary = join(folder, 'chromium');
  if (existsSync(binary)) return binary;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['pack', name, '--silent'], { cwd: folder, stdio: 'ignore', timeout: 120_000 });
    const [archive = ''] = globSync('*.tgz', { cwd: folder });
    execFileSync('tar', ['-xzf', archive], { cwd: folder });
    for (const packed of globSync(join(folder, 'package/bin/*.tar.br'))) {
      const tar = join(folder, basename(packed, '.br'));
      await unpack(packed, tar, 0o644);
      execFileSync('tar', ['-xf', tar], { cwd: folder });
    }
    // It has its name only once it is whole.
    await unpack(join(folder, 'package/bin/chromium.br'), `${binary}.part`, 0o755);
    renameSync(`${binary}.part`, binary);
    return binary;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
};

export interface OldScreen extends Screen {
  readonly resize: (width: number, height: number) => Promise<void>;
  /** The result of a script in the page. */
  readonly evaluate: (script: string) => Promise<unknown>;
  /** Whether the network is there. */
  readonly connect: (online: boolean) => Promise<void>;
  /** Stores a PNG of the screen. */
  readonly picture: (name: string) => Promise<void>;
}

/** A message of the browser: an answer or an event. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly params?: {
    readonly exceptionDetails?: {
      readonly text?: string;
      readonly exception?: { readonly description?: string };
    };
    readonly entry?: { readonly level?: string; readonly text?: string; readonly url?: string };
  };
}

/**
 * Opens an old Chromium with one page until the test ends. It is driven by its protocol: no library talks to so old
 * ones.
 */
export const openOldChromium = async (binary: string): Promise<OldScreen> => {
  const port = await freePort();
  const folder = join(binary, '..');
  const profile = mkdtempSync(join(tmpdir(), 'cueboard-old-profile-'));
  const child = spawn(
    binary,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--hide-scrollbars',
      '--lang=en-GB',
      `--user-data-dir=${profile}`,
      `--remote-debugging-port=${port}`,
      'about:blank',
    ],
    { stdio: 'ignore', env: { ...process.env, LD_LIBRARY_PATH: `${folder}/lib:${folder}` } },
  );
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true });
  });
  const address = await vi.waitUntil(
    async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/json`).catch(() => undefined);
      const targets = (await answer?.json()) as { type: string; webSocketDebuggerUrl: string }[] | undefined;
      return targets?.find(({ type }) => type === 'page')?.webSocketDebuggerUrl;
    },
    { timeout: MILLIS },
  );
  const socket = new WebSocket(address);
  await once(socket, 'open');
  onTestFinished(() => socket.terminate());
  const answers = new Map<number, (answer: Message) => void>();
  const errors: string[] = [];
  let sent = 0;
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message;
    if (message.id !== undefined) answers.get(message.id)?.(message);
    const { exceptionDetails: thrown, entry } = message.params ?? {};
    if (message.method === 'Runtime.exceptionThrown')
      errors.push(`${thrown?.text ?? ''} ${thrown?.exception?.description ?? ''}`);
    if (message.method === 'Log.entryAdded' && entry?.level === 'error')
      errors.push(`${entry.text ?? ''} ${entry.url ?? ''}`);
  });
  const send = async (method: string, params: object = {}): Promise<unknown> => {
    const id = ++sent;
    const answer = await new Promise<Message>((resolve) => {
      answers.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    answers.delete(id);
    if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return answer.result;
  };
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await send(`${domain}.enable`);

  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = (await send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    })) as { result: { value?: unknown } } & NonNullable<Message['params']>;
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'The script failed.');
    return result.value;
  };
  /** Runs a script with `part`, once there is such a part that can be used. */
  const use = (css: string, script: string) =>
    vi.waitUntil(
      () =>
        evaluate(
          `(() => { const part = document.querySelector(${JSON.stringify(css)});
          if (!part || part.disabled || !part.getClientRects().length) return false; ${script}; return true })()`,
        ).catch(() => false),
      { timeout: MILLIS },
    );
  return {
    errors,
    evaluate,
    open: async (url) => {
      await send('Page.navigate', { url });
    },
    click: async (css) => {
      await use(css, 'part.click()');
    },
    type: async (css, text) => {
      await use(css, 'part.focus(); part.select()');
      await send('Input.insertText', { text });
    },
    text: async (css) =>
      (await evaluate(`(document.querySelector(${JSON.stringify(css)}) || {}).textContent`).catch(
        () => null,
      )) as string | null,
    resize: async (width, height) => {
      await send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      });
    },
    connect: async (online) => {
      await send('Network.emulateNetworkConditions', {
        offline: !online,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
    },
    picture: async (name) => {
      const { data } = (await send('Page.captureScreenshot', { format: 'png' })) as { data: string };
      writeFileSync(join(FOLDER, `${name}.png`), data, 'base64');
    },
  };
};
