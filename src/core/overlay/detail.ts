import type { PoolView } from '../rules/pool.ts';
import type { SnookerView } from '../rules/snooker/match.ts';

/** What a game shows beside the scores. */
export type Detail = PoolView['detail'] | SnookerView['detail'];

/** A board's detail; null for plain, and for what no game shows: a scorer link's holder may have written anything. */
export const parseDetail = (_value: unknown): Detail | null => null;
