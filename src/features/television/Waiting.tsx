import { isUpright } from '../../core/overlay/layouts.ts';
import { useStore } from '@nanostores/react';
import { useRef, type CSSProperties } from 'react';
import { atom } from 'nanostores';
import type { Live } from '../../core/overlay/follow-overlay.ts';
import type { Board } from '../../core/overlay/board.ts';
import { givenName, screenName } from '../../rules/name.ts';
import { screenTitle } from '../../core/branding/branding.ts';
import { formatScore } from '../../rules/score.ts';
import { pagesOf } from '../../core/television/grid.ts';
import { pageMillis } from '../../core/television/programme.ts';
import { QUEUE, queueCells, queuesAtOnce, type QueueCells } from '../../core/television/queue-cells.ts';
import { namesOf } from '../../core/room/party.ts';
import type { RoomTable } from '../../core/room/list.ts';
import { isFree, isOccupied, isScored, stateOf } from '../../core/room/table-state.ts';
import {
  placeIn,
  queuesOf,
  waitingIn,
  type Queue,
  type TelevisionWaitingList,
  type TelevisionParty,
} from '../../core/television/waiting.ts';
import { SIDES } from '../../rules/rules.ts';
import { shownOf } from '../../games/boards.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { isolated } from '../../i18n/isolated.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { TelevisionTable } from './television-tables.ts';
import { Fitted } from '../board/Fitted.tsx';
import { oneLine, type FitSizes } from '../board/fit-text.ts';
import { useDesignVariables } from '../board/useDesignVariables.ts';
import { useElementSize } from '../board/useElementSize.ts';
import { useFit } from '../board/useFit.ts';
import { Arrow } from './Arrow.tsx';
import type { ScreenTexts } from './props.ts';
import { partySizes, partyText } from './party.ts';
import { minTextPixels } from './min-text-size.ts';
import type { ScreenProps } from './props.ts';
import { TurnScreen } from './TurnScreen.tsx';
import { useServerTurns } from './useServerTurns.ts';

interface Props extends ScreenProps {
  /** The venue's name; empty if it has none. */
  readonly title: string;
  readonly list: TelevisionWaitingList;
  /** How long the list's turn lasts; null if there is no other turn. */
  readonly turnMillis: number | null;
}

interface PartProps {
  readonly texts: ScreenTexts;
  /** CSS pixels per hundredth of the screen's shorter side. */
  readonly unit: number;
}

const sizesOf = (unit: number, largest: number): FitSizes =>
  oneLine(Math.floor(largest * unit), minTextPixels());

interface PlayingProps extends PartProps {
  readonly waited: RoomTable;
  /** The board, if this screen follows the table. */
  readonly board: Board | null;
}

/** The players at a requested table, with the score if there is one. */
const Playing = ({ waited, board, texts, unit }: PlayingProps) => {
  const state = stateOf(waited);
  const scored = state === 'on' && board ? { board, wins: shownOf(board).wins } : null;
  const names = scored
    ? SIDES.map((side) => givenName(screenName(scored.board, side)) || texts.overlay[`player${side}`])
    : waited.party && namesOf(waited.party).length > 0
      ? namesOf(waited.party)
      : [texts.television.list.occupied];
  const isPlaying = state === 'on' || state === 'occupied';
  const label = { outOfUse: texts.television.list.outOfUse, called: texts.television.list.calledHere };
  return (
    <div className="tv-queue__playing" data-free={isFree(waited) || undefined}>
      <p className="tv-queue__label">
        {isPlaying
          ? texts.television.list.playing
          : state === 'outOfUse' || state === 'called'
            ? label[state]
            : texts.television.free}
      </p>
      {isPlaying && (
        <div className="tv-queue__names">
          {names.map((name, index) => (
            <Fitted
              key={index}
              text={name}
              className="tv-queue__name"
              testId="waiting-plays"
              sizes={sizesOf(unit, 3.3)}
            />
          ))}
        </div>
      )}
      {scored && (
        <p className="tv-queue__score" dir="ltr">
          {scored.wins.map(formatScore).join('–')}
        </p>
      )}
    </div>
  );
};

interface PartyProps extends PartProps {
  readonly party: TelevisionParty;
  readonly place: number;
  readonly isNext: boolean;
  readonly table: RoomTable | undefined;
  /** In units. */
  readonly row: number;
}

/** A name's size, as a fraction of its row. */
const NAME_PART = 0.52;

/** A party with its position, or with the table that it is called to. */
const Party = ({ party, place, isNext, table, row, unit, texts }: PartyProps) => {
  const isCalled = party.calledAtMillis !== null;
  return (
    <li
      className="tv-queue__party"
      data-called={isCalled || undefined}
      data-next={isNext || undefined}
      data-testid="waiting-party"
    >
      <span className="tv-queue__place">{isCalled ? <Arrow /> : place}</span>
      <Fitted
        text={partyText(party, texts.television.list.nameless)}
        className="tv-queue__name"
        testId="waiting-name"
        sizes={partySizes(party, sizesOf(unit, row * NAME_PART))}
      />
      {isCalled && table && (
        <span className="tv-queue__to">
          <bdi translate="no">{screenTitle(table.title, texts.overlay.numberedTable)}</bdi>
        </span>
      )}
      {isNext && <span className="tv-queue__to">{texts.television.list.next}</span>}
    </li>
  );
};

interface QueueProps extends PartProps {
  readonly queue: Queue;
  readonly list: TelevisionWaitingList;
  /** The tables that this screen follows. */
  readonly followed: readonly TelevisionTable[];
  readonly cells: QueueCells;
}

/** A queue's title. */
const Title = ({ text, unit }: { readonly text: string } & Pick<PartProps, 'unit'>) => {
  const box = useRef<HTMLHeadingElement>(null);
  useFit(box, text, sizesOf(unit, 4));
  return (
    <h2 ref={box} className="on-air__fit tv-queue__title">
      <span className="on-air__text">
        <bdi translate="no">{text}</bdi>
      </span>
    </h2>
  );
};

/** Used for tables that this screen doesn't follow. */
const $NOTHING = atom<Pick<Live, 'board'>>({ board: null });

/** A queue for one table, or for the first free one: the current players, and the next party. */
const QueueCard = ({ queue, list, followed, cells, unit, texts }: QueueProps) => {
  const { of, tables, parties } = queue;
  const [waited] = 'table' in of ? [of.table] : [];
  const table = waited && followed.find(({ id }) => id === waited.id);
  const { board } = useStore(table?.$live ?? $NOTHING);
  const detail = waited && isScored(waited) ? board?.detail : null;
  const game = detail && texts.match.games[detail.game];
  const kind = 'table' in of ? of.table.kind : of.kind;
  const { rows, columns, row } = cells;
  const fit = rows * columns;
  const seen = parties.length > fit ? parties.slice(0, fit - 1) : parties;
  // No party is called to a table that is out of use.
  const isClosed = waited && stateOf(waited) === 'outOfUse';
  const next = isClosed ? null : parties.find(({ calledAtMillis }) => calledAtMillis === null);
  const free = tables.filter(isFree);
  return (
    <section
      className="tv-queue"
      data-testid="queue"
      data-beside={cells.beside || undefined}
      data-called={parties.some(({ calledAtMillis }) => calledAtMillis !== null) || undefined}
    >
      <header className="tv-queue__head">
        <Title
          text={
            waited ? screenTitle(waited.title, texts.overlay.numberedTable) : texts.television.list.firstFree
          }
          unit={unit}
        />
        {kind !== null && <p className="tv-queue__label">{game ?? texts.television.kinds[kind]}</p>}
        {waited ? (
          <Playing waited={waited} board={board} texts={texts} unit={unit} />
        ) : (
          <div className="tv-queue__playing" data-free={free.length > 0 || undefined}>
            <p className="tv-queue__label">
              {free.length > 0
                ? texts.television.free
                : formatMessage(texts.television.inPlay, {
                    count: tables.filter(isOccupied).length,
                    total: tables.length,
                  })}
            </p>
            {free.length > 0 && (
              <div className="tv-queue__names">
                <Fitted
                  text={free
                    .map(({ title }) => isolated(screenTitle(title, texts.overlay.numberedTable)))
                    .join(' · ')}
                  className="tv-queue__name"
                  testId="waiting-free"
                  sizes={sizesOf(unit, 3.3)}
                  dir={LOCALES[texts.locale].dir}
                />
              </div>
            )}
          </div>
        )}
      </header>
      <ol
        className="tv-queue__list"
        style={{ '--rows': rows, '--columns': columns, '--queue-row': `${row}vmin` } as CSSProperties}
      >
        {seen.map((party) => (
          <Party
            key={party.id}
            party={party}
            place={placeIn(list, party)}
            isNext={party === next}
            row={row}
            table={list.tables.find(({ id }) => id === party.tableId)}
            unit={unit}
            texts={texts}
          />
        ))}
        {seen.length < parties.length && (
          <li className="tv-queue__more" dir="ltr">
            {`+${parties.length - seen.length}`}
          </li>
        )}
      </ol>
    </section>
  );
};

/** The layout's measures as CSS custom properties. */
const MEASURES = Object.fromEntries(
  Object.entries(QUEUE).map(([name, hundredths]) => [`--queue-${name}`, `${hundredths}vmin`]),
);

/** The waiting list: parties by table, and the next one. */
export const Waiting = ({ title, list, turnMillis, tables, time, look, texts, zone }: Props) => {
  const root = useRef<HTMLDivElement>(null);
  const place = useElementSize(root);
  const variables = useDesignVariables(look);
  const followed = useStore(tables.$tables);
  const [count, about] = [
    formatMessage(texts.television.list.count, { count: waitingIn(list) }),
    texts.television.list.title,
  ];
  const unit = Math.min(innerWidth, innerHeight) / 100;
  const upright = isUpright({ width: innerWidth, height: innerHeight });
  const pages = pagesOf(queuesOf(list), queuesAtOnce(upright));
  const page = useServerTurns(time, pageMillis(pages.length, turnMillis)) % pages.length;
  const queues = pages[page] ?? [];
  const gap = QUEUE.gap * unit * (queues.length - 1);
  const cells =
    place &&
    queueCells(
      {
        width: (upright ? place.width : (place.width - gap) / queues.length) / unit,
        height: (upright ? (place.height - gap) / queues.length : place.height) / unit,
      },
      Math.max(...queues.map(({ parties }) => parties.length)),
    );
  return (
    <TurnScreen
      title={title || about}
      lang={LOCALES[texts.locale].lang}
      page={page}
      pages={pages.length}
      count={title ? `${about} · ${count}` : count}
      tables={tables}
      look={look}
      texts={texts}
      zone={zone}
    >
      <div ref={root} className="tv-queues" data-upright={upright || undefined} style={MEASURES}>
        {cells &&
          variables &&
          queues.map((queue) => (
            <QueueCard
              key={'table' in queue.of ? queue.of.table.id : `first ${queue.of.kind ?? ''}`}
              queue={queue}
              list={list}
              followed={followed}
              cells={cells}
              unit={unit}
              texts={texts}
            />
          ))}
      </div>
    </TurnScreen>
  );
};
