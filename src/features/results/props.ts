import type { Days } from '../../core/time/days.ts';
import type { Results } from './results.ts';
import type { Tables } from '../tables/tables.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';

/** What every part of the screens of results is given. */
export interface PartProps {
  readonly texts: VenueTexts;
  readonly results: Results;
  readonly tables: Tables;
  readonly days: Days;
}
