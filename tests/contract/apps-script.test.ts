import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { readHistory, readInline, readLatest } from '../../src/core/snapshot/snapshot-replies.ts';
import { loadAppsScript, type AppsScript } from '../common/apps-script.ts';

/** docs/apps-script/Code.gs, on stand-ins for Google's services. */

const DAY_MILLIS = 24 * 60 * 60 * 1000;
const KEY = 'a-key-of-the-club';

let now: number;
let script: AppsScript;

beforeEach(() => {
  now = Date.parse('2026-11-22T21:40:00.000Z');
  script = loadAppsScript(() => now);
  script.properties.set('key:club', KEY);
});

const plain = (width: number, height: number, grey = 100) =>
  sharp({ create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } } });

interface Reply {
  readonly ok: boolean;
  readonly error?: string;
  readonly id?: string;
}

const post = (bytes: Buffer, values: Readonly<Record<string, unknown>> = {}): Reply =>
  JSON.parse(
    script.post(JSON.stringify({ matchId: 'club-b1', key: KEY, data: bytes.toString('base64'), ...values })),
  ) as Reply;

const refused = (error: string) => ({ ok: false, error });
const latestId = () => {
  const latest = readLatest(script.get('latest=1&matchId=club-b1'));
  return latest.kind === 'id' ? latest.id : undefined;
};

test('its answers are what the viewer reads, and are kept on record', async () => {
  const answers: Record<string, string> = {};
  const record = (name: string, text: string): string => (answers[name] = text);
  expect(readLatest(record('before', script.get('latest=1&matchId=club-b1')))).toEqual({
    kind: 'noUpload',
    facts: {},
  });
  expect(readInline(record('dataBefore', script.get('latestData=1&matchId=club-b1')))).toEqual({
    kind: 'noUpload',
  });
  // Written by hand, so that the record doesn't change with an encoder: sixteen black pixels a side, the least that is
  // taken.
  const black = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAADElEQVR42mNgIA0AAAAwAAEodEl9AAAAAElFTkSuQmCC',
    'base64',
  );
  const { id = '' } = JSON.parse(
    record(
      'upload',
      script.post(JSON.stringify({ matchId: 'club-b1', key: KEY, data: black.toString('base64') })),
    ),
  ) as Reply;
  const picture = { id, capturedMillis: now, isDrawn: false };
  expect(readLatest(record('latest', script.get('latest=1&matchId=club-b1')))).toEqual({
    kind: 'id',
    ...picture,
    topic: undefined,
    facts: { title: 'club-b1' },
    serverMillis: now,
  });
  expect(readInline(record('latestData', script.get('latestData=1&matchId=club-b1')))).toEqual({
    kind: 'dataUrl',
    dataUrl: `data:image/png;base64,${black.toString('base64')}`,
  });
  expect(readHistory(record('history', script.get('history=1&matchId=club-b1')))).toEqual([picture]);
  script.files.clear();
  const gone = record('dataGone', script.get('latestData=1&matchId=club-b1'));
  expect(JSON.parse(gone)).toEqual(refused('no image'));
  await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot('apps-script.answers.json');
});

test('the newest by capture time wins, in whatever order they arrive', async () => {
  const [older, newer] = [await plain(16, 16, 1).jpeg().toBuffer(), await plain(16, 16, 2).jpeg().toBuffer()];
  const { id } = post(newer, { capturedAt: '2026-11-22T21:39:50Z' });
  post(older, { capturedAt: '2026-11-22T21:39:40Z' });
  expect(latestId()).toBe(id);
  const { pictures } = JSON.parse(script.get('history=1&matchId=club-b1')) as {
    pictures: { capturedAt: string }[];
  };
  expect(pictures.map(({ capturedAt }) => capturedAt)).toEqual([
    '2026-11-22T21:39:50.000Z',
    '2026-11-22T21:39:40.000Z',
  ]);
});

test('a picture sent again stays one picture, with the latest time', async () => {
  const bytes = await plain(16, 16).jpeg().toBuffer();
  const { id } = post(bytes);
  now += 60_000;
  expect(post(bytes)).toEqual({ ok: true, id });
  expect(script.files.size).toBe(1);
  expect(JSON.parse(script.get('latest=1&matchId=club-b1'))).toMatchObject({
    capturedAt: '2026-11-22T21:41:00.000Z',
  });
});

test('anyone with the link sees a picture', async () => {
  post(await plain(16, 16).png().toBuffer());
  expect([...script.files.values()].map(({ shared }) => shared)).toEqual([true]);
});

test('pictures go after the days that are set, and beyond the newest of a table', async () => {
  script.properties.set('keepDays', '2');
  post(await plain(16, 16, 1).jpeg().toBuffer());
  now += 3 * DAY_MILLIS;
  expect(latestId()).toBeUndefined();
  script.expire();
  expect([...script.files.values()].map(({ trashed }) => trashed)).toEqual([true]);
  for (let grey = 2; grey < 32; grey += 1) {
    now += 1000;
    post(await plain(16, 16, grey).jpeg().toBuffer());
  }
  expect([...script.files.values()].filter(({ trashed }) => !trashed)).toHaveLength(24);
});

describe('refused, and the last good picture stays', () => {
  let good: string | undefined;
  let jpeg: Buffer;

  beforeEach(async () => {
    jpeg = await plain(320, 180).jpeg().toBuffer();
    good = post(jpeg).id;
    expect(good).toBeDefined();
  });

  const expectRefused = (reply: Reply, error: string): void => {
    expect(reply).toEqual(refused(error));
    expect(latestId()).toBe(good);
    expect(script.files.size).toBe(1);
  };

  test.each([
    { key: 'wrong' },
    { key: '' },
    { key: undefined },
    { key: 5 },
    { matchId: 'other-b1' },
    { matchId: 'club' },
  ])('%j with the key of another venue or none', (values) => {
    script.properties.set('key:other', 'of others');
    if (values.matchId === 'club') script.properties.delete('key:club');
    expect(post(jpeg, values)).toEqual(refused('The upload key is missing or wrong.'));
    expect(script.files.size).toBe(1);
  });

  test.each(['../x', 'a b', 'x'.repeat(65)])('the match %j', (matchId) => {
    const sentence = 'matchId takes 1 to 64 letters, digits, dashes and underscores.';
    expectRefused(post(jpeg, { matchId }), sentence);
    expect(JSON.parse(script.get(`latest=1&${new URLSearchParams({ matchId }).toString()}`))).toEqual(
      refused(sentence),
    );
  });

  test.each(['jpeg', 'png', 'webp'] as const)('a %s that is cut off', async (format) => {
    const bytes = await plain(640, 360, 7).toFormat(format).toBuffer();
    for (const size of [20, bytes.length >> 1, bytes.length - 1])
      expectRefused(post(bytes.subarray(0, size)), 'The picture is damaged or incomplete: send it again.');
    expect(post(bytes).ok).toBe(true);
  });

  test.each(['', 'hello', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>'])(
    '%j is no picture',
    (text) => {
      const error = text ? 'Send a JPEG, PNG or WebP picture.' : 'data is the picture in base64.';
      expectRefused(post(Buffer.from(text)), error);
    },
  );

  test('one that moves', async () => {
    const frames = [await plain(16, 16, 1).png().toBuffer(), await plain(16, 16, 200).png().toBuffer()];
    const webp = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expectRefused(post(webp), 'The picture moves: send a still one.');
  });

  test.each([
    [30_000, 16, 'png'],
    [8193, 16, 'jpeg'],
    [8193, 16, 'webp'],
    [1, 1, 'jpeg'],
    [6000, 5000, 'jpeg'],
  ] as const)('%i × %i pixels', async (width, height, format) => {
    expectRefused(
      post(await plain(width, height).toFormat(format).toBuffer()),
      `The picture has ${width} × ${height} pixels: send 16 to 8192 a side, and at most 25 megapixels.`,
    );
  });

  test('more than 10 MB', () => {
    expectRefused(post(Buffer.alloc(10 * 1024 * 1024 + 1, jpeg)), 'The picture is larger than 10 MB.');
  });

  test.each([
    ['yesterday', 'capturedAt takes a time such as 2026-11-22T21:40:00Z.'],
    ['2026-11-20T21:40:00Z', 'The picture was taken more than a day ago: send a newer one.'],
  ])('taken at %j', (capturedAt, error) => {
    expectRefused(post(jpeg, { capturedAt }), error);
  });

  test.each(['', '{', 'null', '[]'])('the body %j', (body) => {
    expect(JSON.parse(script.post(body))).toMatchObject({ ok: false });
    expect(latestId()).toBe(good);
  });

  test('while another client uploads for very long', async () => {
    script.busy = true;
    expectRefused(
      post(await plain(16, 16, 9).jpeg().toBuffer()),
      'Too many pictures arrive at once: send it again in a moment.',
    );
  });
});
