import type { Days } from '../../core/time/days.ts';
import type { Results } from '../../stores/match/results.ts';
import type { Tables } from '../../stores/match/tables.ts';
import type { VenueTexts } from '../venue-texts.ts';

/** What every part of the screens of results is given. */
export interface PartProps {
  readonly texts: VenueTexts;
  readonly results: Results;
  readonly tables: Tables;
  readonly days: Days;
}
