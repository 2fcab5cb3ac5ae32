import { appendFileSync } from 'node:fs';

/**
 * Loaded before a benchmark of any revision (`node --import`): also appends each table that it prints to the file that
 * `BENCH_TABLES` names, as a line of JSON, with the line printed before it as its title.
 */

export interface PrintedTable {
  readonly title: string;
  readonly rows: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const file = process.env['BENCH_TABLES'];
if (file) {
  const { log, table } = console;
  let title = '';
  console.log = (...args: readonly unknown[]): void => {
    log(...args);
    title = typeof args[0] === 'string' ? args[0].trim() : '';
  };
  console.table = (rows: PrintedTable['rows']): void => {
    // In Node, a table is printed by the same log.
    const printed: PrintedTable = { title, rows };
    table(rows);
    appendFileSync(file, `${JSON.stringify(printed)}\n`);
    title = '';
  };
}
