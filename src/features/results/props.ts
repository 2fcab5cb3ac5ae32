import type { Days } from '../../core/time/days.ts';
import type { Results } from './results.ts';
import type { Tables } from '../tables/tables.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';

/** The props of every part of the results screens. */
export interface PartProps {
  readonly texts: ScreenTexts;
  readonly results: Results;
  readonly tables: Tables;
  readonly days: Days;
}
