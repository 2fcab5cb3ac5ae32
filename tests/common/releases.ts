import { join } from 'node:path';

/** What `npm run freeze` stores of each release: data and pages, by its version. */
export const RELEASES = join(import.meta.dirname, '../embedded/released');
