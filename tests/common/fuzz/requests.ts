import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import type { Catalogue, Header, Known } from './known.ts';
import {
  BROKEN,
  FRAMES,
  ODD_HEADERS,
  ODD_METHODS,
  ODD_TYPES,
  REST_LIKELY,
  targetsOf,
  type Target,
} from './targets.ts';
import { ODD_PARTS, oddJson, oddly, words } from './values.ts';

/** A request, and the address of this machine that sends it. */
export type OddRequest = {
  readonly target: string;
  readonly sender: string;
  readonly from: string;
  readonly path: string;
} & (
  | {
      readonly kind: 'http';
      readonly method: string;
      readonly headers: readonly Header[];
      readonly body?: Buffer;
    }
  | {
      readonly kind: 'socket';
      readonly headers: readonly Header[];
      readonly frames: readonly (string | Buffer)[];
    }
  /** Not well-formed: the server may hang up without an answer. */
  | { readonly kind: 'broken'; readonly bytes: Buffer }
);

/** Limits count by address: with this many addresses, most requests get further. */
const ADDRESSES = 250;

type Likely = Readonly<Record<string, readonly unknown[]>>;

/** A target's template with good values in place of their names. */
const filled = (template: unknown, likely: Likely): fc.Arbitrary<unknown> => {
  const good = (name = ''): fc.Arbitrary<unknown> => fc.constantFrom(...(likely[name] ?? [name]));
  if (Array.isArray(template)) return fc.tuple(...template.map((part) => filled(part, likely)));
  if (typeof template === 'object' && template !== null) {
    const parts = Object.entries(template).map(([name, part]) => [name, filled(part, likely)] as const);
    return fc.record(Object.fromEntries(parts));
  }
  if (typeof template !== 'string') return fc.constant(template);
  const whole = /^\{(\w+)\}$/.exec(template)?.[1];
  if (whole !== undefined) return good(whole);
  return fc
    .tuple(...template.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? good(part) : fc.constant(part))))
    .map((parts) => parts.map(String).join(''));
};

const filledText = (template: string, likely: Likely): fc.Arbitrary<string> =>
  filled(template, likely).map(String);

/** This, and once in so many times that. */
const seldom = <Usual, Odd>(
  usual: fc.Arbitrary<Usual>,
  odd: fc.Arbitrary<Odd>,
  oneIn: number,
): fc.Arbitrary<Usual | Odd> =>
  fc.oneof<fc.WeightedArbitrary<Usual | Odd>[]>(
    { weight: oneIn - 1, arbitrary: usual },
    { weight: 1, arbitrary: odd },
  );

const oddPart = fc.oneof(
  fc.constantFrom(...ODD_PARTS),
  oddJson.map((json) => encodeURIComponent(json.slice(0, 300).toWellFormed())),
);

/** A path as it is, or with something odd in it. */
const oddPath = (path: string): fc.Arbitrary<string> =>
  seldom(
    fc.constant(path),
    fc
      .tuple(oddPart, fc.nat({ max: path.split('/').length }), fc.nat({ max: 1 }))
      .map(([part, at, replaced]) => path.split('/').toSpliced(Math.max(1, at), replaced, part).join('/')),
    20,
  );

const oddQuery = fc.constantFrom(
  ...words('% %zz=% &&& = ?a=b __proto__=1 a[]=1&a[b]=2 select=*&select=id # %00=%00 %ff=1 +=+ select=%22'),
  Array.from({ length: 100 }, (_, index) => `a${index}=eq.1`).join('&'),
  `a=${'x'.repeat(3000)}`,
  `select=${'('.repeat(400)}`,
  'x'.repeat(5000),
);

const queryOf = (query: NonNullable<Target['query']>, likely: Likely): fc.Arbitrary<string> => {
  const value = (template: string) =>
    seldom(filledText(template, likely).map(encodeURIComponent), oddPart, 12);
  const pair = ([name, template]: readonly [string, string]) =>
    value(template).map((text) => `${encodeURIComponent(name)}=${text}`);
  return seldom(
    fc
      .tuple(fc.subarray(query.map(pair), { maxLength: 3 }))
      .chain(([pairs]) => fc.tuple(...pairs))
      .map((pairs) => pairs.join('&')),
    oddQuery,
    20,
  );
};

/** How text becomes bytes, with the headers that say so. */
type Encoding = readonly [encode: (text: string) => Buffer, ...headers: Header[]];
const PLAIN: Encoding = [(text) => Buffer.from(text)];
const ENCODINGS: readonly Encoding[] = [
  [(text) => Buffer.from(`\ufeff${text}`)],
  [(text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  [(text) => Buffer.from(text, 'latin1')],
  [
    (text) =>
      Buffer.concat([
        Buffer.from(text.slice(0, 9)),
        Buffer.of(0xff, 0xc0, 0xed, 0xa0, 0x80),
        Buffer.from(text.slice(9)),
      ]),
  ],
  [(text) => gzipSync(text), ['content-encoding', 'gzip']],
  [(text) => Buffer.from(text), ['content-encoding', 'gzip']],
  [(text) => Buffer.from(text.slice(0, text.length / 2))],
  [(text) => Buffer.from(text + text)],
  [(text) => Buffer.from(`${text}\0`)],
  [(text) => Buffer.from(`${' '.repeat(2000)}${text}`)],
  [(text) => Buffer.from(`[${text}]`)],
  [(text) => Buffer.from(text.padEnd(1_100_000))],
  [() => Buffer.alloc(0)],
];

interface Sent {
  readonly body?: Buffer;
  readonly headers: readonly Header[];
}

const jsonOf = (bodies: readonly unknown[], likely: Likely): fc.Arbitrary<Sent> => {
  const text = fc
    .constantFrom(...bodies)
    .chain((body) => filled(body, likely))
    .chain(oddly);
  const encoded = seldom(fc.constant(PLAIN), fc.constantFrom(...ENCODINGS), 20);
  const type = seldom(fc.constant('application/json'), fc.constantFrom(...ODD_TYPES), 25);
  return fc.tuple(text, encoded, type).map(([text, encoding, type]) => {
    const [encode, ...headers] = encoding;
    return { body: encode(text), headers: [['content-type', type], ...headers] };
  });
};

const GRAIN = { type: 'gaussian', mean: 128, sigma: 20 } as const;

/** Pictures, and what pretends to be one. */
export const drawPictures = async (): Promise<readonly [Buffer, ...Buffer[]]> => {
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#063', noise: GRAIN } });
  const [jpeg, png] = [await drawn(640, 360).jpeg().toBuffer(), await drawn(320, 200).png().toBuffer()];
  const vast = Buffer.from(png);
  vast.writeUInt32BE(0x7fff_ffff, 16);
  const drawings = [drawn(50, 50).webp(), drawn(9, 9).gif(), drawn(1, 1).jpeg(), drawn(8000, 1).jpeg()];
  return [
    jpeg,
    jpeg,
    png,
    vast,
    Buffer.concat([jpeg, jpeg]),
    jpeg.subarray(0, 2000),
    jpeg.subarray(0, 3),
    jpeg.subarray(500),
    ...(await Promise.all(drawings.map((drawing) => drawing.toBuffer()))),
    ...['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', '{}'].map((text) =>
      Buffer.from(text),
    ),
    Buffer.alloc(70_000, 'x'),
    Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(11_000_000)]),
  ];
};

const binaryFrame = (topic: string): fc.Arbitrary<Buffer> => {
  const fields = ['1', '2', `realtime:${topic}`, 'state', ''].map((field) => Buffer.from(field));
  const push = Buffer.concat([
    Buffer.of(3, ...fields.map(({ length }) => length), 1),
    ...fields,
    Buffer.from('{"rev":1}'),
  ]);
  return fc.oneof(
    fc.constant(push),
    fc
      .tuple(fc.nat({ max: push.length - 1 }), fc.nat({ max: 255 }))
      .map(([at, byte]) => Buffer.concat([push.subarray(0, at), Buffer.of(byte), push.subarray(at + 1)])),
    fc.nat({ max: push.length }).map((end) => push.subarray(0, end)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  );
};

const framesOf = (version: Target['frames'], likely: Likely): fc.Arbitrary<readonly (string | Buffer)[]> =>
  filledText('{topic}', likely).chain((name) => {
    const frame = ([event, template]: (typeof FRAMES)[number], ref = '1') =>
      filled(template, likely).map((payload) => {
        const topic = event === 'heartbeat' ? 'phoenix' : `realtime:${name}`;
        return version === '2.0.0'
          ? ['1', ref, topic, event, payload]
          : { join_ref: '1', ref, topic, event, payload };
      });
    const any = fc
      .constantFrom(...FRAMES)
      .chain((kind) => frame(kind))
      .chain(oddly);
    const join = frame(FRAMES[0], '0').map((whole) => JSON.stringify(whole));
    return fc
      .tuple(seldom(join, any, 8), fc.array(seldom(any, binaryFrame(name), 5), { maxLength: 6 }))
      .map(([first, others]) => [first, ...others]);
  });

/** All requests that may be sent with this knowledge. */
export const oddRequests = (
  catalogue: Catalogue,
  known: Known,
  pictures: readonly Buffer[],
): fc.Arbitrary<OddRequest> => {
  const { token = [], table_id = [] } = known.likely;
  const likely: Likely = {
    ...known.likely,
    ...REST_LIKELY,
    value: [...REST_LIKELY.value, ...token, ...table_id],
  };
  const targets = targetsOf(catalogue);
  const asked = [...JSON.stringify([targets, FRAMES]).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const unknown = new Set([
    ...asked.filter((name) => !likely[name]?.length),
    ...catalogue.topics.filter(
      (kind) => !likely['topic']?.some((topic) => String(topic).startsWith(`${kind}:`)),
    ),
  ]);
  if (unknown.size) throw new Error(`Odd requests need good values of ${[...unknown].join(', ')}.`);
  const everybody = words(
    'account account account account device device second second demo anon anon refused',
  );

  const of = (target: Target): fc.Arbitrary<OddRequest> => {
    const sender = fc
      .constantFrom(...(target.senders ?? everybody))
      .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(known.senders[name] ?? []))));
    const from = fc.nat({ max: ADDRESSES - 1 }).map((last) => `127.0.1.${last + 1}`);
    const asked = fc
      .constantFrom(...target.paths)
      .chain((path) => filledText(path, likely))
      .map((path) => encodeURI(path).split('?'));
    const path = asked.chain(([path = '', query]) =>
      fc
        .tuple(
          oddPath(path),
          target.query ? queryOf(target.query, likely) : seldom(fc.constant(query), oddQuery, 20),
        )
        .map(([path, query]) => (query === undefined ? path : `${path}?${query}`)),
    );
    const common = fc.tuple(sender, from, path).map(([[sender, headers], from, path]) => ({
      about: { target: target.name, sender, from, path },
      headers,
    }));

    const own = fc.tuple(
      ...(target.headers ?? []).map(([name, value]) =>
        filledText(value, likely).map((text): Header => [name, text]),
      ),
    );
    const more = seldom(fc.constant<readonly Header[]>([]), fc.constantFrom(...ODD_HEADERS), 6);
    const nothing = fc.constant<Sent>({ headers: [] });
    const sent: fc.Arbitrary<Sent> = target.sendsPictures
      ? fc.constantFrom(...pictures).map((body) => ({ body, headers: [] }))
      : target.bodies
        ? jsonOf(target.bodies, likely)
        : seldom(nothing, jsonOf([{ id: '{id}' }], likely), 8);

    const socket = fc
      .tuple(common, framesOf(target.frames, likely))
      .map(([{ about, headers }, frames]): OddRequest => ({ ...about, kind: 'socket', headers, frames }));
    const http = fc
      .tuple(
        common,
        seldom(fc.constantFrom(...target.methods), fc.constantFrom(...ODD_METHODS), 40),
        own,
        more,
        sent,
      )
      .map(([{ about, headers }, method, own, more, { body, headers: described }]): OddRequest => {
        // A reading request brings its body seldom enough.
        const hasBody = body && !['GET', 'HEAD'].includes(method);
        return {
          ...about,
          kind: 'http',
          method,
          headers: [...headers, ...own, ...(hasBody ? described : []), ...more],
          ...(hasBody && { body }),
        };
      });
    const broken = fc.tuple(common, fc.constantFrom(...BROKEN)).map(([{ about }, text]): OddRequest => {
      const whole = text
        .replaceAll('{path}', () => about.path)
        .replaceAll('{apikey}', String(likely['apikey']?.[0]));
      return { ...about, kind: 'broken', bytes: Buffer.from(whole, 'latin1') };
    });
    return seldom(target.frames ? socket : http, broken, 40);
  };

  return fc.oneof(...targets.map((target) => ({ weight: target.weight, arbitrary: of(target) })));
};

/** The request of this number, the same for the same seed and known values. */
export const pick = (requests: fc.Arbitrary<OddRequest>, seed: number, number: number): OddRequest => {
  // Neighbouring seeds start alike.
  const mixed = createHash('sha256').update(`${seed}/${number}`).digest().readInt32BE();
  const [request] = fc.sample(requests, { seed: mixed, numRuns: 1, unbiased: true });
  if (!request) throw new Error('Nothing was generated.');
  return request;
};
