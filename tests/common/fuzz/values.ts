import fc from 'fast-check';

/** The words of a text. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const nested = (opening: string, levels: number, closing: string): string =>
  opening.repeat(levels) + closing.repeat(levels);
const long = (characters: number): string => `"${'x'.repeat(characters)}"`;

/** JSON that readers may trip over. All of it is text: much of it no program writes, and some of it is none. */
const ODD = [
  ...words(String.raw`
    null true false 0 -0 -1 0.5 1e3 1E+2 0e-16383 0e-16384 1e-400 1e400 1e131071 1e131072 -1e131071 1e999999999999
    9007199254740993 9223372036854775808 -9223372036854775809 2147483648 -2147483649
    NaN Infinity - .5 01 0x1 'x' undefined { " [1,] {"a":1,} {"a"} // \u0000
    "" "NaN" "-Infinity" "infinity" "null" "true" "1e400" "0x10" "1" "-1" "{}" "[]" "{\"a\":1}" "[[[[[[[[[[[[[[[[[[[["
    "\u0000" "a\u0000b" "\ud800" "\udc00\ud800" "\ud83d" "\uffff" "\u202e" "\ufeff" "\u0020" "e\u0301" "\r\n" "🎱" "سلمى"
    "%" "%00" "\\" "\\x" "$1" "';select/**/1;--" "../../etc/passwd" "((((((((" "*" "{0}"
    "__proto__" "constructor" "toString" "then" "length" "now" "epoch" "today" "1e5"
    "2026-02-30T00:00:00Z" "294277-01-01T00:00:00Z" "-4713-01-01" "2026-11-22T21:40:00+99:99"
    "00000000-0000-0000-0000-000000000000" "{A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11}" "a0eebc999c0b4ef8bb6d6bb9bd380a11"
    [] [[]] [null] [{}] [""] [1,"a",null,[],{}] ["__proto__"] ["00000000-0000-0000-0000-000000000000",null]
    {} {"length":1,"charCodeAt":1} {"length":4294967296} {"toString":1} {"then":1} {"toJSON":1} {"valueOf":1}
    {"__proto__":{"a":1}} {"__proto__":null} {"constructor":{"prototype":{"a":1}}} {"":""} {"a":1,"a":2}
    {"\u0000":1} {"\ud800":1}`),
  '',
  ' ',
  '1 2',
  '" "',
  '9'.repeat(5000),
  `0.${'0'.repeat(5000)}1`,
  nested('{"a":', 16, '}'),
  ...[15, 16, 17, 101].map((levels) => nested('[', levels, ']')),
];

const HUGE = [
  nested('[', 5000, ']'),
  nested('[', 8000, ']'),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  '['.repeat(100_000),
  long(5000),
  long(70_000),
  long(1_000_000),
  `"${'\\u0000'.repeat(10_000)}"`,
  `"${'🎱'.repeat(20_000)}"`,
  `[${'0,'.repeat(100_000)}0]`,
  `[${'{},'.repeat(201)}{}]`,
  '9'.repeat(140_000),
  `{${Array.from({ length: 5000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
];

/** Any of these, or what chance writes. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...ODD) },
  { weight: 3, arbitrary: fc.json() },
  { weight: 3, arbitrary: fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.constantFrom(...HUGE) },
);

/** Writes JSON, with other texts in the places of some of its parts; where there is none, the part is left out. */
const write = (whole: unknown, places: ReadonlyMap<number, string | undefined> = new Map()): string => {
  let place = -1;
  const part = (value: unknown): string | undefined => {
    place += 1;
    if (places.has(place)) return places.get(place);
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map((inner) => part(inner) ?? '').join(',')}]`;
    const written = Object.entries(value).flatMap(([name, inner]) => {
      const text = part(inner);
      return text === undefined ? [] : `${JSON.stringify(name)}:${text}`;
    });
    return `{${written.join(',')}}`;
  };
  return part(whole) ?? '';
};

const sizeOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner), 1)
    : 1;

/** A value's JSON as it is, with odd parts, or something else in its place. */
export const oddly = (value: unknown): fc.Arbitrary<string> => {
  const parts = sizeOf(value) - 1;
  const place = fc.tuple(
    fc.integer({ min: 1, max: Math.max(1, parts) }),
    fc.option(oddJson, { nil: undefined, freq: 8 }),
  );
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(write(value)) },
    {
      weight: parts ? 8 : 0,
      arbitrary: fc
        .array(place, { minLength: 1, maxLength: 3 })
        .map((places) => write(value, new Map(places))),
    },
    { weight: 1, arbitrary: oddJson },
  );
};

/** Odd parts of addresses, as they are sent. */
export const ODD_PARTS = [
  ...words(String.raw`
    / // . .. %2e%2e %2f %5c \ % %zz %2 %00 %0a %ff %c0%af %ed%a0%80 %e2%80%ae %25 * ;x=1 : @ [ ( " ' < | { ~ # ? & = +
    __proto__ constructor hasOwnProperty index.html .html .git null NaN -1 1e400 %C3%A9`),
  '',
  'x'.repeat(300),
  'x'.repeat(3000),
  '/'.repeat(3000),
  'a/'.repeat(2000),
  '('.repeat(500),
];
