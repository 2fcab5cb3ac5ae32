import { readdirSync, readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { pgtap } from '@electric-sql/pglite/pgtap';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { afterAll, describe, expect, test } from 'vitest';
import { prepareAuth } from '../../supabase/embedded/auth.ts';
import { adopt, migrate } from '../../supabase/embedded/database.ts';

/** Runs `supabase/tests/*.sql` on a database of its own; each of their assertions is a test here. */

const FOLDER = new URL('../../supabase/tests/', import.meta.url);
