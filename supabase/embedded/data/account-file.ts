import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { MOST } from '../../../src/config/limits.ts';
import { isObject, type Body } from '../../../src/rules/read.ts';
import { decodeUtf8 } from '../../functions/_shared/body.ts';
import { isJsonTooDeep, MOST_NESTED } from '../http/nesting.ts';

/** Reads an account's file, which docs/export.md describes, and checks its lines against each other. */

/** The fault in a line, as a clause. */
export class LineProblem extends Error {
  readonly line: number;

  constructor(line: number, what: string) {
    super(what);
    this.line = line;
  }
}

/** A line after the first, and its number in the file, from 1. */
export interface Line {
  readonly number: number;
  readonly content: Body;
  /** As JSON. */
  readonly bytes: number;
}

const MOST_BYTES = 900_000;
/** Lines are sent in a list, which is part of an object. */
const MOST_NESTED_IN_LINE = MOST_NESTED - 2;
const VERSION = 1;

/** How many lines of a type an account has room for. */
const MOST_LINES: Readonly<Record<string, number>> = {
  table: MOST.tables,
  player: MOST.players,
  merge: MOST.mergedNames,
  tournament: MOST.tournaments,
};
export const TOO_MANY = `an account has at most ${MOST.tables} tables, ${MOST.players} players, ${MOST.mergedNames} merged names and ${MOST.tournaments} tournaments`;

const parse = (bytes: Buffer<ArrayBuffer>, number: number): Body => {
  if (bytes.length > MOST_BYTES) throw new LineProblem(number, 'it is too long');
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new LineProblem(number, 'it is not UTF-8');
  if (isJsonTooDeep(text, MOST_NESTED_IN_LINE)) throw new LineProblem(number, 'it is nested too deep');
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new LineProblem(number, 'it is not JSON');
  }
  if (!isObject(content)) throw new LineProblem(number, 'it is not a JSON object');
  return content;
};

/** The lines of a file, one after the other. Throws LineProblem. */
export async function* readLines(file: string): AsyncGenerator<Line> {
  // Byte by byte: as text, a line would also end at U+2028, which may be in a name.
  const lines = createInterface({ input: createReadStream(file, 'latin1'), crlfDelay: Infinity });
  let number = 0;
  for await (const line of lines) {
    number += 1;
    const bytes = Buffer.from(line, 'latin1');
    const content = parse(bytes, number);
    if (number > 1) {
      yield { number, content, bytes: bytes.length };
    } else if (content['format'] !== 'cueboard' || content['version'] !== VERSION) {
      throw new LineProblem(1, `it is not {"format":"cueboard","version":${VERSION}}`);
    }
  }
  if (number === 0) throw new LineProblem(1, 'the file is empty');
}

interface KnownMatch {
  readonly table: unknown;
  readonly seq: number;
}

const AMENDMENTS = ['undo', 'redo', 'replace'];

/**
 * Checks each line of a file in turn, and at its end that the file is complete: every name refers to a line, no line is
 * there twice, and every log is whole. The database checks the lines' own shapes. Throws LineProblem.
 */
export const createFileCheck = (): {
  readonly check: (line: Line) => void;
  /** Takes the number of the last line. */
  readonly end: (last: number) => void;
} => {
  const tables = new Set<unknown>();
  const once = new Set<string>();
  const counts = new Map<unknown, number>();
  const boards = new Map<unknown, { readonly match: unknown; readonly number: number }>();
  const matches = new Map<unknown, KnownMatch>();
  let match: unknown;
  let seq = 0;
  let tournament: unknown;
  let facts = 0;
  const actions = new Map<unknown, string>();

  const expectOnce = (number: number, ...names: unknown[]): void => {
    const name = JSON.stringify(names);
    if (once.has(name)) throw new LineProblem(number, 'the same is in an earlier line');
    once.add(name);
  };
  const expectTable = (number: number, table: unknown): void => {
    if (!tables.has(table)) throw new LineProblem(number, 'no earlier line has its table');
  };
  /** Checks that a log is complete when other lines follow it. */
  const endLog = (number: number): void => {
    const expected = matches.get(match)?.seq ?? 0;
    if (seq !== expected)
      throw new LineProblem(number, `the log before it ends at ${seq}, not at ${expected}`);
  };

  const checkEntry = (number: number, entry: unknown): void => {
    const { seq: at, id, kind, body } = isObject(entry) ? entry : {};
    seq += 1;
    if (at !== seq) throw new LineProblem(number, `its log has no entry ${seq}`);
    if (actions.has(id)) throw new LineProblem(number, `its log has an entry twice, as ${seq}`);
    if (typeof kind === 'string' && AMENDMENTS.includes(kind)) {
      const amended = actions.get(isObject(body) ? body['t'] : undefined);
      if (amended === undefined || AMENDMENTS.includes(amended) || /^(?:clock|shot)\./.test(amended))
        throw new LineProblem(number, `its entry ${seq} amends no earlier one`);
    }
    actions.set(id, String(kind));
  };

  const checkLine = ({ number, content }: Line): void => {
    const { type, id, table } = content;
    if (type !== 'log') endLog(number);
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    if (count > (MOST_LINES[String(type)] ?? Infinity)) throw new LineProblem(number, TOO_MANY);
    switch (type) {
      case 'venue':
        expectOnce(number, type);
        break;
      case 'table':
        expectOnce(number, type, id);
        tables.add(id);
        break;
      case 'board':
        expectOnce(number, type, table);
        expectTable(number, table);
        boards.set(table, { match: content['match'], number });
        break;
      case 'link':
        expectOnce(number, type, id);
        expectTable(number, table);
        break;
      case 'player':
      case 'merge':
        expectOnce(number, type, content['name']);
        break;
      case 'match':
        expectOnce(number, type, id);
        expectOnce(number, type, table, content['number']);
        expectTable(number, table);
        matches.set(id, { table, seq: Number(content['seq']) });
        match = id;
        seq = 0;
        actions.clear();
        break;
      case 'log':
        if (content['match'] !== match) throw new LineProblem(number, 'it does not follow its match');
        if (!Array.isArray(content['entries'])) throw new LineProblem(number, 'it has no entries');
        for (const entry of content['entries']) checkEntry(number, entry);
        break;
      case 'result':
        expectOnce(number, type, id);
        expectOnce(number, type, 'of', content['match']);
        if (table !== null) expectTable(number, table);
        break;
      case 'tournament':
        expectOnce(number, type, id);
        tournament = id;
        facts = 0;
        break;
      case 'facts':
        if (content['tournament'] !== tournament)
          throw new LineProblem(number, 'it does not follow its tournament');
        for (const fact of Array.isArray(content['facts']) ? content['facts'] : []) {
          facts += 1;
          if (!isObject(fact) || fact['seq'] !== facts)
            throw new LineProblem(number, `it has no fact ${facts}`);
        }
        break;
      default:
        throw new LineProblem(number, 'its type is unknown');
    }
  };

  return {
    check: checkLine,
    end: (last) => {
      endLog(last + 1);
      for (const table of tables)
        if (!boards.has(table)) throw new LineProblem(last + 1, `the board of ${String(table)} is missing`);
      for (const [table, board] of boards)
        if (matches.get(board.match)?.table !== table)
          throw new LineProblem(board.number, 'its match is missing');
    },
  };
};
