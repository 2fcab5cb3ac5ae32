import { stateOf } from '../../core/room/table-state.ts';
import { useStore } from '@nanostores/react';
import { atom, type ReadableAtom } from 'nanostores';
import type { Table } from '../../backend/contract.ts';
import { useCallback, useDeferredValue, useState } from 'react';
import type { PartyEntry } from '../../core/room/list.ts';
import { isGuest, isQueued } from '../../core/room/list.ts';
import { addedTo, beforeOf, freeTables, isLate, minutesSince, offersOf } from '../../core/room/queue.ts';
import { givenName } from '../../rules/name.ts';
import { pairOf } from '../../i18n/isolated.ts';
import { formatCount, formatMessage } from '../../i18n/format.ts';
import { tournamentFragment } from '../../core/venue/fragment.ts';
import type { TournamentInRoom } from './props.ts';
import type { Room, Unmade } from './room.ts';
import type { RoomTexts } from '../../kit/venue-texts.ts';
import { useRoughTime } from '../../kit/useAt.ts';
import { PartyForm } from './PartyForm.tsx';
import { AddedLine, PartyLine } from './PartyLine.tsx';
import { PartySheet } from './PartySheet.tsx';
import { RoomFoot } from './RoomFoot.tsx';
import { TableLine } from './TableLine.tsx';
import { pendingText, wishText } from './words.ts';
import { LoadState } from '../../kit/LoadState.tsx';
import { Empty } from '../../kit/Empty.tsx';
import { Icon } from '../../kit/Icon.tsx';

interface Props {
  readonly venue: {
    readonly room: Room;
    /** The tournament that has tables; the sample venue has none. */
    readonly $tournament?: ReadableAtom<TournamentInRoom | null>;
    readonly tables: {
      readonly $tables: ReadableAtom<{ readonly tables: readonly Table[] | null }>;
      readonly $serverMillis: ReadableAtom<number>;
    };
  };
  readonly texts: RoomTexts;
}

const NO_TOURNAMENT = atom<TournamentInRoom | null>(null);
const NO_TABLES: ReadonlySet<string> = new Set();

const TABS = ['tables', 'waiting'] as const;
type Tab = (typeof TABS)[number];

/** How many lines are painted first when the room opens; more than fit a screen. The others follow. */
const FIRST_LINES = 12;

/**
 * The form or sheet open over the room. `form` is the party as it was when the form opened, null for a new one.
 * `unmade` is a failed change to edit again. `sheet` is an entry's id.
 */
type Opened =
  { readonly form: PartyEntry | null; readonly unmade?: Unmade } | { readonly sheet: string } | null;

/** The names on a table's board; empty if there are none. */
const boardNames = (board: { readonly p1: string; readonly p2: string } | undefined): string =>
  board ? pairOf([givenName(board.p1), givenName(board.p2)].filter(Boolean)) : '';

/** A summary of the venue's tables beside its waiting list. Phones show one of them at a time. */
export default function RoomDesk({ venue: { room, tables, $tournament = NO_TOURNAMENT }, texts }: Props) {
  const tournament = useStore($tournament, { ssr: 'initial' });
  const view = useStore(room.$room, { ssr: 'initial' });
  const { tables: boards } = useStore(tables.$tables, { ssr: 'initial' });
  const nowMillis = useRoughTime(tables.$serverMillis);
  const [tab, setTab] = useState<Tab>('waiting');
  const [opened, setOpened] = useState<Opened>(null);
  const drawn = useDeferredValue(Infinity, FIRST_LINES);
  const open = useCallback(({ id }: PartyEntry): void => setOpened({ sheet: id }), []);
  const { list, failure, isReached, pending } = view;
  if (!list) {
    return (
      <LoadState
        texts={texts}
        isLoaded={false}
        failure={failure}
        failed={texts.room.loadFailed}
        retry={room.refresh}
      />
    );
  }
  const close = (): void => setOpened(null);
  const queue = list.entries.filter((entry) => isQueued(entry) && isGuest(entry));
  const added = addedTo(list, pending);
  const count = queue.length + added.length;
  const reserved = tournament?.tables ?? NO_TABLES;
  const guests = { ...list, tables: list.tables.filter(({ id }) => !reserved.has(id)) };
  const offers = offersOf(guests, pending);
  const offeredTo = new Map([...offers].map(([entry, { id }]) => [id, entry]));
  const first = queue.find((entry) => offers.has(entry));
  const lines = { room, texts, open, disabled: !isReached };
  const parts = { ...lines, list, pending, reserved, nowMillis };
  const byId = (id: string): PartyEntry | undefined => list.entries.find((entry) => entry.id === id);
  const sheet = opened && 'sheet' in opened ? byId(opened.sheet) : undefined;
  const free = freeTables(guests, pending).length;
  const counts = { tables: formatCount(texts.room.counts.free, free, texts.locale), waiting: count };
  return (
    <div className="room" data-tab={tab}>
      <div className="room__tabs" role="group" aria-label={texts.room.show}>
        {TABS.map((name) => (
          <button
            key={name}
            className="room__tab"
            type="button"
            aria-pressed={tab === name}
            onClick={() => setTab(name)}
          >
            <span>{texts.room[name]}</span> <span className="room__count">{counts[name]}</span>
          </button>
        ))}
      </div>
      <p className="room__offline" role="status">
        {!isReached && <span className="alert">{texts.room.offline}</span>}
      </p>
      {tournament && (
        <a className="room__tournament panel" href={tournamentFragment(tournament.id)}>
          <Icon name="results" />
          <span className="room__words">
            <bdi className="room__name" translate="no">
              {tournament.title}
            </bdi>
            <span className="room__kind">
              {formatMessage(texts.room.tournament.ready, { count: tournament.ready })}
            </span>
          </span>
          <Icon name="further" directional />
        </a>
      )}
      <section className="room__tables" aria-label={texts.room.tables}>
        <h2 className="room__heading">{texts.room.tables}</h2>
        <ul className="room__lines panel">
          {list.tables.map((table) => (
            <TableLine
              key={table.id}
              {...parts}
              table={table}
              offered={offeredTo.get(table.id) ?? null}
              board={boardNames(boards?.find(({ id }) => id === table.id)?.board)}
            />
          ))}
        </ul>
      </section>
      <section className="room__waiting" aria-label={texts.room.waiting}>
        <h2 className="room__heading">
          <span>{texts.room.waiting}</span> <span className="room__count">{count}</span>
        </h2>
        {count === 0 ? (
          <Empty icon="players" text={texts.room.nobody} help={texts.room.nobodyHelp} />
        ) : (
          <ol className="room__lines panel">
            {queue.slice(0, drawn).map((entry, index) => {
              const { id, state, tableId, joinedAtMillis, calledAtMillis } = entry;
              const offer = offers.get(entry);
              const op = pending.entries.get(id);
              const at = state === 'waiting' && op?.kind === 'call' ? op.tableId : tableId;
              return (
                <PartyLine
                  key={id}
                  {...lines}
                  entry={entry}
                  number={index + 1}
                  table={offer ?? list.tables.find((table) => table.id === at) ?? null}
                  wish={wishText(list, entry, texts)}
                  isClosed={list.tables.some(
                    (table) => table.id === entry.wantedId && stateOf(table) === 'outOfUse',
                  )}
                  before={state === 'waiting' && !offer && !op ? beforeOf(list, entry) : 0}
                  waited={minutesSince(joinedAtMillis, nowMillis)}
                  called={state === 'called' ? minutesSince(calledAtMillis ?? nowMillis, nowMillis) : null}
                  isLate={isLate(entry, nowMillis)}
                  isFirst={entry === first}
                  pending={op ? pendingText(list, op, texts) : null}
                />
              );
            })}
            {added.map((op, index) => (
              <AddedLine
                key={op.entry}
                op={op}
                texts={texts}
                number={queue.length + index + 1}
                wish={wishText(list, op, texts)}
                pending={pendingText(list, op, texts)}
              />
            ))}
          </ol>
        )}
      </section>
      <RoomFoot
        view={view}
        room={room}
        texts={texts}
        isCalm={first !== undefined}
        onAdd={() => setOpened({ form: null })}
        openForm={(unmade) => setOpened({ form: byId(unmade.op.entry) ?? null, unmade })}
      />
      {sheet && (
        <PartySheet
          {...parts}
          entry={sheet}
          busy={pending.entries.has(sheet.id)}
          onEdit={() => setOpened({ form: sheet })}
          onClose={close}
        />
      )}
      {opened && 'form' in opened && (
        <PartyForm
          texts={texts}
          tables={list.tables}
          party={opened.form}
          typed={opened.unmade?.op}
          busy={opened.form !== null && pending.entries.has(opened.form.id)}
          save={(party) => {
            if (opened.unmade) room.read(opened.unmade);
            void (opened.form ? room.change(opened.form, { kind: 'edit', ...party }) : room.add(party));
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
