import { GAME_NAMES } from '../../games/boards.ts';
import { LOCALE_NAMES } from '../../i18n/locales.ts';
import { schemaOf, type Schema } from '../../rules/machine-fields.ts';
import { ALL_MOVES, type Variant } from './moves.ts';

/** The OpenAPI 3.1 description of the machine interface, generated from the table of moves. */

const json = (schema: Schema): object => ({ 'application/json': { schema } });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const orNull = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] });
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const text: Schema = { type: 'string' };
const time: Schema = { type: 'string', format: 'date-time' };
const number: Schema = { type: 'number' };
const pairOf = (items: Schema): Schema => ({ type: 'array', items, minItems: 2, maxItems: 2 });
const id: Schema = { type: 'string', format: 'uuid' };

const SCORE: Readonly<Record<string, Schema>> = {
  match: id,
  game: { enum: GAME_NAMES },
  players: pairOf(text),
  scores: pairOf(number),
  raceTo: { ...number, description: 'What wins the match; 0 if nothing is said.' },
  over: { type: 'boolean' },
  winner: { enum: ['A', 'B', null], description: 'A is the player who is named first.' },
  detail: { type: ['object', 'null'], description: "What the game's own board shows beside the scores." },
  moves: { type: 'array', items: ref('Offer'), description: 'What would be taken now, beside `set`.' },
  last: orNull(object({ id, said: text, at: time })),
};

const MOVE: Readonly<Record<string, Schema>> = {
  actions: { type: 'array', items: id, description: 'What was added to the log.' },
  ...SCORE,
  seq: { type: 'integer' },
  rev: { type: 'integer' },
};

const SCHEMAS: Readonly<Record<string, Schema>> = {
  Offer: object({ move: { enum: Object.keys(ALL_MOVES) }, fields: { type: 'object' } }),
  State: object({
    table: text,
    number: { type: 'integer', description: 'The number of the match at its table.' },
    seq: { type: 'integer' },
    rev: { type: 'integer' },
    ...SCORE,
    clock: object({
      running: { type: 'boolean' },
      startedAt: orNull(time),
      seconds: { ...number, description: 'Counted before `startedAt`, or in all if the clock stands.' },
      minutes: { type: ['number', 'null'], description: 'How long a timed match is played.' },
    }),
    shot: orNull(object({ seconds: number, warn: number, endsAt: orNull(time), left: orNull(number) })),
    visit: {
      ...orNull(object({ startedAt: time })),
      description: 'Of whoever is at the table, in snooker.',
    },
  }),
  Move: object(MOVE),
  Press: object({
    repeated: {
      type: 'boolean',
      description: 'Whether it was pressed again within 700 ms, and did nothing.',
    },
    ...MOVE,
  }),
  Problem: {
    ...object({ title: text, status: { type: 'integer' }, detail: text }),
    description: 'RFC 9457, with a `reason` for programs and, for 409, the `moves` that would be taken.',
  },
};

/** Problems by HTTP status. */
const PROBLEMS: Readonly<Record<number, string>> = {
  400: 'No JSON, or no Idempotency-Key',
  401: 'No key, or one that is wrong or revoked',
  403: 'Not pressed by a button',
  404: 'No such move',
  409: 'Not legal now, or just made by somebody else',
  412: 'The state has changed since If-Match',
  413: 'More than 2 kB',
  422: 'A wrong field, or an Idempotency-Key that was used for another request',
  429: 'Too fast: see Retry-After',
  503: 'Busy: see Retry-After',
};

const problems = (...statuses: readonly number[]): object =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: PROBLEMS[status],
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    ]),
  );

const header = (name: string, description: string, required = false): object => ({
  name,
  in: 'header',
  required,
  description,
  schema: text,
});
const LANGUAGE = header('Accept-Language', `The language of what is said: ${LOCALE_NAMES.join(', ')}.`);

const bodyOf = (variants: readonly Variant[]): Schema => {
  const [first] = variants;
  return first && variants.length === 1 ? schemaOf(first) : { anyOf: variants.map(schemaOf) };
};

const moveOf = (name: string, variants: readonly Variant[]): object => ({
  post: {
    operationId: name,
    summary: [...new Set(variants.map(({ summary }) => summary))].join(' Or: '),
    description: `In ${variants.flatMap(({ games }) => games).join(', ')}.`,
    security: [{ key: [] }],
    parameters: [
      header('Idempotency-Key', 'Up to 255 characters; what has the same one is done once in a day.', true),
      header('If-Match', 'An ETag: the move is made only if the state is still that.'),
      LANGUAGE,
    ],
    requestBody: {
      required: variants.every(({ fields }) => Object.values(fields).some(({ isOptional }) => !isOptional)),
      content: json(bodyOf(variants)),
    },
    responses: {
      200: { description: 'Made, or made already by the same key', content: json(ref('Move')) },
      ...problems(400, 401, 404, 409, 412, 413, 422, 429, 503),
    },
  },
});

export const openApi = (): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Machines at a table',
    version: '1',
    description: 'A key, made by the owner of a table, reads the state of that table and moves in its match.',
  },
  servers: [{ url: '.', description: 'Where this file is.' }],
  paths: {
    '/v1/state': {
      get: {
        operationId: 'state',
        summary: 'The state of the table.',
        security: [{ key: [] }],
        parameters: [header('If-None-Match', 'An ETag: 304 if the state is still that.'), LANGUAGE],
        responses: {
          200: {
            description: 'The state',
            headers: { ETag: { schema: text } },
            content: json(ref('State')),
          },
          304: { description: 'Unchanged' },
          ...problems(401, 409, 429, 503),
        },
      },
    },
    ...Object.fromEntries(
      Object.entries(ALL_MOVES).map(([name, variants]) => [`/v1/moves/${name}`, moveOf(name, variants)]),
    ),
    '/press/{secret}': {
      get: {
        operationId: 'press',
        summary: "Makes a button's move. Again within 700 ms, it counts once.",
        parameters: [{ name: 'secret', in: 'path', required: true, schema: text }],
        responses: {
          200: { description: 'Pressed', content: json(ref('Press')) },
          ...problems(401, 403, 404, 409, 422, 429, 503),
        },
      },
    },
  },
  components: {
    schemas: SCHEMAS,
    securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'The access key.' } },
  },
});
