import { buildIfStale } from '../../supabase/embedded/ops/build.ts';

/** Vitest's global setup: builds the site once for all that look into it. */
export default buildIfStale;
