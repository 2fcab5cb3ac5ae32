import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import WebSocket from 'ws';

/** The npm package of old Chromiums, built for a headless server: real browsers with the engine of their year. */
const PACKAGE = 'chrome-aws-lambda';

/** Gives the path of a Chromium's binary, which is fetched once into a temporary folder. */
const fetchChromium = async (version: string): Promise<string> => {
  const folder = join(tmpdir(), 'cueboard-old-browsers', version);
  const binary = join(folder, 'chromium');
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  execFileSync('npm', ['pack', `${PACKAGE}@${version}`, '--silent'], { cwd: folder });
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', archive], { cwd: folder });
  for (const name of readdirSync(join(folder, 'package/bin'))) {
    const packed = join(folder, 'package/bin', name);
    if (name.endsWith('.tar.br')) {
      const tar = join(folder, name.slice(0, -3));
      await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(tar));
      execFileSync('tar', ['-xf', tar], { cwd: folder });
    } else if (name === 'chromium.br') {
      await pipeline(
        createReadStream(packed),
        createBrotliDecompress(),
        createWriteStream(binary, { mode: 0o755 }),
      );
    }
  }
  return binary;
};

type Answers = Map<number, (answer: { readonly result?: unknown; readonly error?: unknown }) => void>;

export interface OldPage {
  /** What a script gives in the page; rejects with what it throws. */
  readonly evaluate: (script: string) => Promise<unknown>;
  readonly goto: (address: string) => Promise<void>;
  readonly resize: (width: number, height: number) => Promise<void>;
  /** A PNG of what is on the screen. */
  readonly picture: () => Promise<Buffer>;
  /** Whether the network is there. */
  readonly connect: (online: boolean) => Promise<void>;
  /** What went wrong in the page so far. */
  readonly errors: readonly string[];
}

export interface OldBrowser {
  /** As it names itself. */
  readonly name: string;
  readonly page: OldPage;
  readonly close: () => Promise<void>;
}

/** Starts an old Chromium with one empty page; it is driven by the protocol itself, for no library speaks to so old ones. */
export const openOldBrowser = async (version: string, port: number): Promise<OldBrowser> => {
  const binary = await fetchChromium(version);
  const folder = join(binary, '..');
  const child = spawn(
    binary,
    [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars'],
      ...['--single-process', '--no-zygote', `--remote-debugging-port=${port}`, 'about:blank'],
    ],
    { stdio: 'ignore', env: { ...process.env, LD_LIBRARY_PATH: `${folder}/lib:${folder}` } },
  );
  const ended = once(child, 'exit');
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  const whenUp = async (): Promise<{ readonly Browser: string }> => {
    for (;;) {
      try {
        return (await ask('/json/version')) as { readonly Browser: string };
      } catch {
        if (child.exitCode !== null) throw new Error(`Chromium of ${PACKAGE}@${version} ended by itself.`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  const { Browser: name } = await whenUp();
  const targets = (await ask('/json')) as readonly {
    readonly type: string;
    readonly webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '');
  await once(socket, 'open');
  const answers: Answers = new Map();
  const errors: string[] = [];
  let sent = 0;
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as {
      id?: number;
      method?: string;
      params?: {
        exceptionDetails?: { text?: string; exception?: { description?: string } };
        entry?: { level?: string; text?: string; url?: string };
      };
    };
    if (message.id !== undefined) answers.get(message.id)?.(message as object);
    const { exceptionDetails: thrown, entry } = message.params ?? {};
    if (message.method === 'Runtime.exceptionThrown')
      errors.push(`${thrown?.text ?? ''} ${thrown?.exception?.description ?? ''}`);
    if (message.method === 'Log.entryAdded' && entry?.level === 'error')
      errors.push(`${entry.text ?? ''} ${entry.url ?? ''}`);
  });
  const send = async (method: string, params: object = {}): Promise<unknown> => {
    const id = ++sent;
    const answer = await new Promise<{ readonly result?: unknown; readonly error?: unknown }>((resolve) => {
      answers.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    answers.delete(id);
    if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return answer.result;
  };
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await send(`${domain}.enable`);
  return {
    name,
    page: {
      errors,
      evaluate: async (expression) => {
        const { result, exceptionDetails } = (await send('Runtime.evaluate', {
          ...{ expression, returnByValue: true, awaitPromise: true },
        })) as { result: { value?: unknown }; exceptionDetails?: { exception?: { description?: string } } };
        if (exceptionDetails)
          throw new Error(exceptionDetails.exception?.description ?? 'The script failed.');
        return result.value;
      },
      goto: async (url) => {
        await send('Page.navigate', { url });
      },
      resize: async (width, height) => {
        await send('Emulation.setDeviceMetricsOverride', {
          ...{ width, height, deviceScaleFactor: 1, mobile: false },
        });
      },
      picture: async () => {
        const { data } = (await send('Page.captureScreenshot', { format: 'png' })) as { data: string };
        return Buffer.from(data, 'base64');
      },
      connect: async (online) => {
        await send('Network.emulateNetworkConditions', {
          ...{ offline: !online, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
        });
      },
    },
    close: async () => {
      socket.terminate();
      child.kill('SIGKILL');
      await ended;
    },
  };
};
