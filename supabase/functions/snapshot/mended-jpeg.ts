/**
 * Cheap cameras leave bytes between a JPEG's parts. Browsers pass over them. Decoders warn, as they warn about lost
 * data, so this reads the data itself: it is whole if every block of the picture is in it and every code has a meaning
 * (https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annexes B and F).
 */

/** A table's 65,536 answers to the next 16 bits: length × 256 + symbol; 0 for bits without a meaning. */
type Codes = Uint16Array;

interface Component {
  readonly id: number;
  /** Blocks in a unit of interleaved components. */
  readonly across: number;
  readonly down: number;
  /** Blocks in the picture, where the component has its own scan. */
  readonly blocks: number;
}

/** A component in a scan. */
interface Scanned {
  readonly blocks: number;
  readonly dc: Codes;
  readonly ac: Codes;
}

interface Scan {
  readonly components: readonly Scanned[];
  readonly units: number;
  /** Units between restart markers; 0 without any. */
  readonly interval: number;
}

/** More than any camera's picture has: each takes work that its few bytes don't show. */
const MOST_TABLES = 256;
const MOST_COMPONENTS = 4;
const MOST_SEGMENTS = 10_000;

const SOF = [0xc0, 0xc1];
const DHT = 0xc4;
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DRI = 0xdd;
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/** Motion JPEG leaves these tables out (annex K.3). */
const STANDARD_CODES =
  '0000010501010101010100000000000000000102030405060708090a0b100002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa0100030101010101010101010000000000000102030405060708090a0b1100020102040403040705040400010277000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa';

const word = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** Where the next marker begins, stuffed bytes and fill bytes passed over; undefined after the last one. */
const nextMarker = (bytes: Uint8Array, from: number): number | undefined => {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1];
    if (marker !== undefined && marker !== 0 && marker !== 0xff) return at;
  }
  return undefined;
};

/** Adds at most `most` tables of a segment, by their class and number; returns how many it read. */
const readCodes = (segment: Uint8Array, tables: Map<number, Codes>, most: number): number => {
  let count = 0;
  for (let at = 0; at + 17 <= segment.length && count < most; count += 1) {
    const codes = new Uint16Array(65_536);
    let symbol = at + 17;
    let code = 0;
    for (let length = 1; length <= 16; length += 1) {
      for (let left = segment[at + length] ?? 0; left > 0; left -= 1) {
        const size = 1 << (16 - length);
        codes.fill((length << 8) | (segment[symbol] ?? 0), code, code + size);
        code += size;
        symbol += 1;
      }
    }
    tables.set(segment[at] ?? 0, codes);
    at = symbol;
  }
  return count;
};

/**
 * How many bytes the next `units` of a scan take in `data`, which has no stuffed bytes; undefined if they aren't whole.
 */
const bytesOfUnits = (data: Uint8Array, { components }: Scan, units: number): number | undefined => {
  const end = data.length * 8;
  let bit = 0;
  const next = (codes: Codes): number => {
    const at = bit >> 3;
    const bits = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    const found = codes[(bits >> (8 - (bit & 7))) & 0xffff] ?? 0;
    bit += found >> 8;
    return found;
  };
  for (let unit = 0; unit < units; unit += 1) {
    for (const { blocks, dc, ac } of components) {
      for (let block = 0; block < blocks; block += 1) {
        const difference = next(dc);
        if (difference === 0) return undefined;
        bit += difference & 0xff;
        for (let place = 1; place < 64; place += 1) {
          const found = next(ac);
          if (found === 0) return undefined;
          const run = (found >> 4) & 15;
          const size = found & 15;
          if (size === 0 && run < 15) break;
          place += run;
          if (place > 63) return undefined;
          bit += size;
        }
        if (bit > end) return undefined;
      }
    }
  }
  return (bit + 7) >> 3;
};

/** A frame's components, and how many units of interleaved ones it has; undefined if it describes none. */
const frameOf = (
  segment: Uint8Array,
): { readonly components: readonly Component[]; readonly units: number } | undefined => {
  const [height, width] = [word(segment, 1), word(segment, 3)];
  const parts = Array.from({ length: segment[5] ?? 0 }, (_, index) => {
    const at = 6 + 3 * index;
    const sampling = segment[at + 1] ?? 0;
    return { id: segment[at] ?? 0, across: sampling >> 4, down: sampling & 15 };
  });
  // Without blocks, a scan of any number of units is in no data at all.
  const isFrame =
    parts.length <= MOST_COMPONENTS && parts.every(({ across, down }) => across > 0 && down > 0);
  if (!isFrame) return undefined;
  const widest = Math.max(...parts.map(({ across }) => across));
  const tallest = Math.max(...parts.map(({ down }) => down));
  const components = parts.map((part) => ({
    ...part,
    blocks:
      Math.ceil(Math.ceil((width * part.across) / widest) / 8) *
      Math.ceil(Math.ceil((height * part.down) / tallest) / 8),
  }));
  const units = Math.ceil(width / (8 * widest)) * Math.ceil(height / (8 * tallest));
  return Number.isFinite(units) && units > 0 ? { components, units } : undefined;
};

/**
 * Finds the data of a scan that begins at `from`. Calls `keep` with what belongs to it, as it is stored; returns where
 * the marker after it begins, or undefined if the data isn't whole.
 */
const readScan = (
  bytes: Uint8Array,
  from: number,
  scan: Scan,
  keep: (start: number, end: number) => void,
): number | undefined => {
  for (let at = from, done = 0, restarts = 0; ; restarts += 1) {
    const marker = nextMarker(bytes, at);
    if (marker === undefined) return undefined;
    const data = new Uint8Array(marker - at);
    let size = 0;
    for (let here = at; here < marker; here += bytes[here] === 0xff ? 2 : 1) data[size++] = bytes[here] ?? 0;
    const units = scan.interval === 0 ? scan.units : Math.min(scan.interval, scan.units - done);
    const taken = bytesOfUnits(data.subarray(0, size), scan, units);
    if (taken === undefined) return undefined;
    let end = at;
    for (let left = taken; left > 0; left -= 1) end += bytes[end] === 0xff ? 2 : 1;
    keep(at, end);
    done += units;
    if (done === scan.units) return marker;
    if (bytes[marker + 1] !== 0xd0 + (restarts & 7)) return undefined;
    keep(marker, marker + 2);
    at = marker + 2;
  }
};

/**
 * A JPEG without the bytes that belong to none of its parts; undefined if its data isn't whole. The data of progressive
 * JPEGs is left as it is: its decoder still has to judge it.
 */
export const mendedJpeg = (bytes: Uint8Array): Uint8Array | undefined => {
  const parts: Uint8Array[] = [bytes.subarray(0, 2)];
  const keep = (start: number, end: number): void => void parts.push(bytes.subarray(start, end));
  const tables = new Map<number, Codes>();
  readCodes(
    Uint8Array.from(STANDARD_CODES.match(/../g) ?? [], (two) => parseInt(two, 16)),
    tables,
    MOST_TABLES,
  );
  let left = MOST_TABLES;
  let frame: ReturnType<typeof frameOf>;
  let interval = 0;
  let segments = 0;
  const scanOf = (segment: Uint8Array): Scan | undefined => {
    if ((segment[0] ?? 0) > MOST_COMPONENTS) return undefined;
    const named = Array.from({ length: segment[0] ?? 0 }, (_, index) => {
      const component = frame?.components.find(({ id }) => id === segment[1 + 2 * index]);
      const numbers = segment[2 + 2 * index] ?? 0;
      const [dc, ac] = [tables.get(numbers >> 4), tables.get(0x10 | (numbers & 15))];
      return component && dc && ac ? [{ ...component, dc, ac }] : [];
    });
    const components = named.flat();
    const [only] = components;
    if (!frame || !only || components.length < named.length) return undefined;
    return components.length === 1
      ? { components: [{ ...only, blocks: 1 }], units: only.blocks, interval }
      : {
          components: components.map((one) => ({ ...one, blocks: one.across * one.down })),
          units: frame.units,
          interval,
        };
  };

  for (let at = nextMarker(bytes, 2); at !== undefined;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === EOI) {
      keep(at, at + 2);
      const mended = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
      let to = 0;
      for (const part of parts) {
        mended.set(part, to);
        to += part.length;
      }
      return mended;
    }
    if (marker <= 0x01 || marker === SOI || isRestart(marker)) {
      at = nextMarker(bytes, at + 2);
      continue;
    }
    if ((segments += 1) > MOST_SEGMENTS) return undefined;
    const end = at + 2 + word(bytes, at + 2);
    const segment = bytes.subarray(at + 4, end);
    keep(at, end);
    if (marker === DHT) {
      left -= readCodes(segment, tables, left);
      if (left === 0) return undefined;
    }
    if (marker === DRI) interval = word(segment, 0);
    else if (SOF.includes(marker)) frame = frameOf(segment);
    if (marker !== SOS) {
      at = nextMarker(bytes, end);
    } else if (frame) {
      const scan = scanOf(segment);
      at = scan && readScan(bytes, end, scan, keep);
    } else {
      at = nextMarker(bytes, end);
      while (at !== undefined && isRestart(bytes[at + 1] ?? 0)) at = nextMarker(bytes, at + 2);
      if (at !== undefined) keep(end, at);
    }
  }
  return undefined;
};
