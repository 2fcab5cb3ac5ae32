import type { VenueTexts } from '../../kit/venue-texts.ts';
import { formatMessage, formatCount } from '../../i18n/format.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { needsLook, signOf, type Unsent } from '../../core/tables/summary.ts';
import { sorted } from '../../core/tables/order.ts';
import type { ReadableAtom } from 'nanostores';
import type { Links } from './links.ts';
import type { Room } from '../room/room.ts';
import type { Tables as TablesStore } from './tables.ts';
import { useMay } from '../../kit/may.ts';
import { AddTable } from './AddTable.tsx';
import { ArchivedList } from '../../kit/ArchivedList.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { TableCard } from './TableCard.tsx';
import { LaterSettings, useLaterSettings } from './later-settings.tsx';
import { tableName } from '../../kit/table-name.ts';
import { useRoughTime } from '../../kit/useAt.ts';
import { LoadState } from '../../kit/LoadState.tsx';

interface Props {
  readonly venue: {
    readonly tables: TablesStore;
    readonly room: Room;
    readonly linksOf: (tableId: string) => Links;
    readonly $unsent: ReadableAtom<Readonly<Record<string, Unsent>>>;
  };
  readonly texts: VenueTexts;
  /** Puts a table's held actions on air. */
  readonly release: (tableId: string) => void;
}

/** All tables of an owner at a glance. */
export const Tables = ({ venue: { tables, room, linksOf, $unsent }, texts, release }: Props) => {
  const may = useMay();
  const { tables: all, failure } = useStore(tables.$tables, { ssr: 'initial' });
  const serverMillis = useRoughTime(tables.$serverMillis);
  const unsent = useStore($unsent, { ssr: 'initial' });
  const [settingsOf, setSettingsOf] = useState<string | null>(null);
  useLaterSettings();
  const { inUse, archived } = sorted(all ?? []);
  const reached = failure?.kind !== 'offline';
  const shown = inUse.map((table) => {
    const own = unsent[table.id] ?? null;
    return { table, own, sign: signOf(table, own, serverMillis, reached) };
  });
  const attention = shown.filter(({ sign }) => needsLook(sign)).length;
  const open = inUse.find(({ id }) => id === settingsOf);
  return (
    <div className="stack">
      <div className="tables__top">
        {all && (
          <p className="tables__count">
            {formatCount(texts.tables.counts.tables, inUse.length, texts.locale)}
          </p>
        )}
        <p className="tables__attention" role="status">
          {attention > 0 && (
            <>
              <Icon name="flag" />
              <span>{formatCount(texts.tables.counts.attention, attention, texts.locale)}</span>
            </>
          )}
        </p>
      </div>
      <LoadState
        texts={texts}
        isLoaded={all !== null}
        failure={failure}
        failed={texts.tables.loadFailed}
        retry={tables.refresh}
      />
      {all && (
        <>
          <ul className="cards">
            {shown.map(({ table, own, sign }) => (
              <TableCard
                key={table.id}
                texts={texts}
                table={table}
                sign={sign}
                unsent={own}
                $serverMillis={tables.$serverMillis}
                release={release}
                openSettings={() => setSettingsOf(table.id)}
              />
            ))}
          </ul>
          {may.has('add_table') && (
            <div className="cards">
              <AddTable texts={texts} tables={tables} />
            </div>
          )}
          <ArchivedList
            texts={texts}
            summary={formatCount(texts.tables.counts.archived, archived.length, texts.locale)}
            items={archived.map(({ id, title }) => ({ id, name: tableName(title, texts) }))}
            keyText={texts.tables.settings.bringBack}
            keyLabel={(title) => formatMessage(texts.tables.settings.bringBackNamed, { title })}
            bringBack={(id) => tables.archive(id, false)}
          />
        </>
      )}
      {all && open && (
        <LaterSettings
          key={open.id}
          texts={texts}
          tables={tables}
          room={room}
          all={all}
          table={open}
          linksOf={linksOf}
          onClose={() => setSettingsOf(null)}
        />
      )}
    </div>
  );
};
