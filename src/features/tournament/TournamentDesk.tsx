import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useEffect, useId, useRef, useState, type ComponentProps, type SubmitEvent } from 'react';
import type { Days } from '../../core/time/days.ts';
import { DATE, TIME_OF_DAY, timeText } from '../../core/time/text.ts';
import { PICTURES, tournamentFragment } from '../../core/venue/fragment.ts';
import { matchOf } from '../../core/tournament/bracket.ts';
import { tournamentAddress } from '../../core/tournament/address.ts';
import { copyText } from '../../browser/clipboard.ts';
import { printPage } from '../../browser/print-page.ts';
import { CopyLink } from '../../kit/CopyLink.tsx';
import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { Empty } from '../../kit/Empty.tsx';
import { Fetched } from '../../kit/Fetched.tsx';
import type { FetchedPart } from '../../kit/fetched.ts';
import { Icon } from '../../kit/Icon.tsx';
import { LoadState } from '../../kit/LoadState.tsx';
import { useMay } from '../../kit/may.ts';
import { useNameLimit } from '../../kit/useNameLimit.ts';
import { useRoughTime } from '../../kit/useAt.ts';
import { useTop } from '../../kit/useTop.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { NotDone } from '../room/NotDone.tsx';
import type { Room } from '../room/room.ts';
import { lastOpText } from '../room/words.ts';
import { eveningOf, type Evening } from './evening.ts';
import type { Boards } from './props.ts';
import { Setup } from './Setup.tsx';
import { Tonight } from './Tonight.tsx';
import type { Tournaments, TournamentsView } from './tournament.ts';
import { undoText, unsaidText } from './words.ts';

interface DeskProps {
  readonly venue: {
    readonly room: Room;
    readonly tables: Boards;
    readonly results: { readonly $days: ReadableAtom<Days | null> };
  };
  readonly texts: ScreenTexts;
  /** The open tournament; null for the list. */
  readonly id: string | null;
}

interface Props extends DeskProps {
  readonly tournaments: Tournaments;
}

/** Why the last facts weren't added. */
const NotSaid = ({
  tournaments,
  view: { unsaid, kept },
  texts,
}: Pick<Props, 'tournaments' | 'texts'> & { readonly view: TournamentsView }) => {
  const evening = eveningOf(kept ?? NOBODY, []);
  return (
    <div role="alert" className={unsaid ? 'alert alert--error tournament__difference' : undefined}>
      {unsaid && <span>{unsaidText(unsaid, evening, texts)}</span>}
      {unsaid && (
        <span className="button-row">
          {'failure' in unsaid.result && (
            <button className="button" type="button" onClick={() => tournaments.again(unsaid)}>
              {texts.tournamentDesk.unsaid.again}
            </button>
          )}
          <button
            className="icon-button"
            type="button"
            aria-label={texts.tables.close}
            onClick={tournaments.read}
          >
            <Icon name="close" />
          </button>
        </span>
      )}
    </div>
  );
};

const NOBODY = {
  id: '',
  createdAtMillis: 0,
  facts: [],
  played: [],
  isPublic: false,
  serverMillis: 0,
} as const;

/** That something is still loading, or why it couldn't be had. */
const Load = ({
  tournaments,
  texts,
  ...state
}: Pick<Props, 'tournaments' | 'texts'> & Pick<ComponentProps<typeof LoadState>, 'isLoaded' | 'failure'>) => (
  <LoadState texts={texts} {...state} failed={texts.tournamentDesk.loadFailed} retry={tournaments.refresh} />
);

/** Begins a tournament, by its name. */
const Begin = ({
  tournaments,
  texts,
  isSending,
}: Pick<Props, 'tournaments' | 'texts'> & { readonly isSending: boolean }) => {
  const [title, setTitle] = useState('');
  const { limited, cut } = useNameLimit(texts);
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (title.trim() !== '') void tournaments.begin(title.trim());
  };
  return (
    <form className="form-row panel" noValidate onSubmit={submit}>
      <div className="field grow">
        <label className="field__label" htmlFor={id}>
          {texts.tournamentDesk.title}
        </label>
        <input
          className="field__control"
          id={id}
          dir="auto"
          autoComplete="off"
          value={title}
          onChange={(event) => setTitle(limited(event.currentTarget.value))}
        />
      </div>
      <button className="button button--primary" type="submit" disabled={isSending || title.trim() === ''}>
        {texts.tournamentDesk.begin}
      </button>
      {cut && <p className="field__hint wide">{cut}</p>}
    </form>
  );
};

/** All tournaments, the newest first. */
const All = ({ tournaments, view, texts, venue }: Props & { readonly view: TournamentsView }) => {
  const may = useMay();
  const days = useStore(venue.results.$days, { ssr: 'initial' });
  const all = view.all ?? [];
  return (
    <>
      {may.has('run_tournament') && (
        <Begin tournaments={tournaments} texts={texts} isSending={view.isSending} />
      )}
      {all.length === 0 ? (
        <Empty icon="results" text={texts.tournamentDesk.none} help={texts.tournamentDesk.noneHelp} />
      ) : (
        <ul className="listing panel">
          {all.map(({ id, title, isClosed, createdAtMillis }) => (
            <li className="listing__line tournament__line" key={id}>
              <a className="tournament__pair tournament__link" href={tournamentFragment(id)}>
                <bdi translate="no">{title}</bdi>
              </a>
              <span className="field__hint">
                {[
                  timeText(createdAtMillis, DATE, texts.locale, days?.zone),
                  ...(isClosed ? [texts.tournamentDesk.closed] : []),
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

/** The open tournament's name, and its draw. Once it is drawn, its desk is another screen. */
const Head = ({
  evening: { title, draw },
  texts,
  days,
}: Pick<Props, 'texts'> & { readonly evening: Evening; readonly days: Days | null }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useTop(draw ? 'drawn' : 'setup', heading);
  return (
    <header>
      <h2 className="heading" ref={heading} tabIndex={-1}>
        <bdi translate="no">{title}</bdi>
      </h2>
      {draw && (
        <p className="field__hint">
          {formatMessage(texts.tournamentDesk.draw.drawn, {
            number: draw.number,
            time: isolated(timeText(draw.atMillis, TIME_OF_DAY, texts.locale, days?.zone)),
          })}
        </p>
      )}
    </header>
  );
};

/** The open tournament. */
const One = ({ tournaments, view, venue, texts }: Props & { readonly view: TournamentsView }) => {
  const { room, tables, results } = venue;
  const may = useMay();
  const roomView = useStore(room.$room, { ssr: 'initial' });
  const nowMillis = useRoughTime(tables.$serverMillis);
  const days = useStore(results.$days, { ssr: 'initial' });
  const { list, undoable, pending, isReached } = roomView;
  const { kept, seen, undoing, isSending } = view;
  if (!kept || !list) {
    const failure = view.failure ?? roomView.failure;
    return <Load tournaments={tournaments} texts={texts} isLoaded={false} failure={failure} />;
  }
  const evening = eveningOf(kept, list.entries, seen);
  const parts = { tournaments, room, evening, texts, isSending };
  const setup = <Setup {...parts} list={list} $days={results.$days} $serverMillis={tables.$serverMillis} />;
  const isDrawn = evening.matches.length > 0;
  const address = location.origin + tournamentAddress(texts.locale, kept.id);
  // A call isn't taken back once its match is over: the result is.
  const isRoomLast =
    undoable?.fixture?.tournament === kept.id &&
    matchOf(evening.matches, undoable.fixture.slot, undoable.fixture.pair)?.state === 'ready' &&
    undoable.lastOp.atMillis > (undoing?.atMillis ?? 0);
  const said = isRoomLast
    ? lastOpText(list, undoable, texts)
    : undoing && undoText(undoing.facts, evening, texts);
  return (
    <>
      <Head evening={evening} texts={texts} days={days} />
      {isDrawn && (
        <Tonight {...parts} room={room} view={roomView} list={list} nowMillis={nowMillis} tables={tables} />
      )}
      {may.has('run_tournament') &&
        (isDrawn ? (
          <details className="fold">
            <summary>{texts.tournamentDesk.draw.settings}</summary>
            {setup}
          </details>
        ) : (
          setup
        ))}
      <section className="tournament__part" aria-label={texts.tournamentDesk.publicPage}>
        <h2 className="subheading">{texts.tournamentDesk.publicPage}</h2>
        {kept.isPublic ? (
          <CopyLink
            texts={texts.tables.copying}
            label={texts.tables.links.copy}
            address={address}
            copyText={copyText}
          >
            {isDrawn && (
              <button className="button" type="button" onClick={() => printPage(address)}>
                {texts.tournamentDesk.print}
              </button>
            )}
          </CopyLink>
        ) : (
          <p>
            <span>
              {formatMessage(texts.tournamentDesk.notPublic, { screen: texts.dashboard.screens.pictures })}
            </span>{' '}
            {may.has('get_venue') && <a href={PICTURES}>{texts.pictures.page.title}</a>}
          </p>
        )}
      </section>
      <footer className="tournament__foot">
        <NotSaid tournaments={tournaments} view={view} texts={texts} />
        <NotDone room={room} texts={texts} />
        {said && (
          <button
            className="button"
            type="button"
            disabled={!isReached}
            aria-disabled={pending.entries.size > 0}
            onClick={() => (isRoomLast ? room.undo() : void tournaments.undo())}
          >
            <Icon name="undo" directional />
            <span>{texts.tournamentDesk.undo}</span>
            <span className="field__hint">{said}</span>
          </button>
        )}
      </footer>
    </>
  );
};

const Desk = (props: Props) => {
  const { tournaments, texts, id } = props;
  const view = useStore(tournaments.$view, { ssr: 'initial' });
  useEffect(() => tournaments.open(id), [tournaments, id]);
  const load = (
    <Load tournaments={tournaments} texts={texts} isLoaded={view.all !== null} failure={view.failure} />
  );
  if (!view.all) return load;
  return (
    <div className="stack tournament">
      {load}
      {id === null ? (
        <>
          <All {...props} view={view} />
          <NotSaid tournaments={tournaments} view={view} texts={texts} />
        </>
      ) : view.isMissing ? (
        <Empty icon="results" text={texts.tournamentDesk.missing}>
          <a className="button" href={tournamentFragment()}>
            {texts.tournamentDesk.all}
          </a>
        </Empty>
      ) : (
        <One {...props} view={view} />
      )}
    </div>
  );
};

/** A venue's tournaments, and everything that the organiser of one does. */
export default function TournamentDesk({
  venue,
  ...props
}: DeskProps & {
  readonly venue: { readonly tournaments: FetchedPart<Tournaments> };
}) {
  return (
    <Fetched $part={venue.tournaments} texts={props.texts}>
      {(tournaments) => <Desk venue={venue} {...props} tournaments={tournaments} />}
    </Fetched>
  );
}
