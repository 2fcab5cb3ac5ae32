import { useStore } from '@nanostores/react';
import type { Exporting } from './exporting.ts';
import type { PlayerRecords } from './player.ts';
import type { Results } from './results.ts';
import type { Tables } from '../tables/tables.ts';
import { useMay } from '../../kit/may.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { Calendar } from './Calendar.tsx';
import { Day } from './Day.tsx';
import { DayKeys } from './DayKeys.tsx';
import { Filters } from './Filters.tsx';
import { OneResult } from './OneResult.tsx';
import { PlayerSearch } from './PlayerSearch.tsx';
import { LoadState } from '../../kit/LoadState.tsx';

interface Props {
  readonly venue: {
    readonly exporting: Exporting;
    readonly playerRecords: PlayerRecords;
    readonly results: Results;
    readonly tables: Tables;
  };
  readonly texts: ScreenTexts;
  /** The open result; null for none. */
  readonly id: string | null;
}

/** A venue's results by day. On computers, the calendar, the day's list and one result are side by side. */
export default function ResultsDesk({ venue, texts, id }: Props) {
  const { results, tables, playerRecords: players } = venue;
  const may = useMay();
  const days = useStore(results.$days, { ssr: 'initial' });
  const { failure } = useStore(tables.$tables, { ssr: 'initial' });
  if (!days) {
    return (
      <LoadState
        texts={texts}
        isLoaded={false}
        failure={failure}
        failed={texts.results.loadFailed}
        retry={tables.refresh}
      />
    );
  }
  const parts = { texts, results, tables, days };
  return (
    <div className={`results ${id === null ? '' : 'results--open'}`}>
      <div className="results__aside">
        <Calendar {...parts} />
        <Filters {...parts} />
      </div>
      <Day
        {...parts}
        openId={id}
        search={may.has('find_players') && <PlayerSearch texts={texts} players={players} />}
        keys={<DayKeys {...parts} venue={venue} />}
      />
      {id === null ? <p className="results__choice">{texts.results.choose}</p> : <OneResult {...parts} />}
    </div>
  );
}
