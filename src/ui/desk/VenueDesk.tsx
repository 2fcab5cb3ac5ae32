import type { VenueTexts } from './props.ts';
import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { FIRST_GAME } from '../../games/boards.ts';
import { tableFragment, type TablePart } from '../../core/tables/fragment.ts';
import type { Venue } from '../../stores/match/venue.ts';
import { SignInAgain } from '../account/SignInAgain.tsx';
import { ScreensLine } from '../tables/ScreensLine.tsx';
import { TableSettings } from '../tables/TableSettings.tsx';
import { Tables } from '../tables/Tables.tsx';
import { MatchClock } from './MatchClock.tsx';
import { MatchPanel } from './MatchPanel.tsx';
import { OnAir } from './OnAir.tsx';
import { OverlayLink } from './OverlayLink.tsx';
import { PadLayer } from './PadLayer.tsx';
import { PartFailed } from './PartFailed.tsx';
import { QuickUpdate } from './QuickUpdate.tsx';
import { useTop } from './useTop.ts';
import { VenueLinks } from './VenueLinks.tsx';

interface Props {
  readonly venue: Venue;
  readonly texts: VenueTexts;
  readonly flags: string;
}

// Loaded lazily, because scoring doesn't need it.
const PicturesDesk = lazy(() =>
  import('../pictures/PicturesDesk.tsx').catch(() => ({ default: PartFailed })),
);

const DressingDesk = lazy(() =>
  import('../dressing/DressingDesk.tsx').catch(() => ({ default: PartFailed })),
);

const AirDesk = lazy(() => import('../air/AirDesk.tsx').catch(() => ({ default: PartFailed })));
const TelevisionsDesk = lazy(() =>
  import('../televisions/TelevisionsDesk.tsx').catch(() => ({ default: PartFailed })),
);

const href = (table: string, part?: TablePart): string => tableFragment(table, part ?? null);

/** The owner's desk: an overview of all tables, or one of them. */
export const VenueDesk = ({ venue, texts, flags }: Props) => {
  const {
    $view,
    $unsent,
    $ended,
    tables,
    desk,
    linksOf,
    padSettings,
    openPad,
    closePart,
    signInAgain,
    logOut,
  } = venue;
  const view = useStore($view, { ssr: 'initial' });
  const { tables: all } = useStore(tables.$tables, { ssr: 'initial' });
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  const scoring = useStore(desk.$scoring, { ssr: 'initial' });
  const ended = useStore($ended, { ssr: 'initial' });
  const [dismissed, setDismissed] = useState(false);
  // The next session may end, too.
  if (dismissed && !ended) setDismissed(false);
  const [settings, setSettings] = useState(false);
  useTop(
    view.status === 'table' ? tableFragment(view.table.id, view.part === 'air' ? 'air' : null) : view.status,
  );

  const logOutButton = (
    <button
      className="button"
      type="button"
      disabled={view.status === 'loading'}
      onClick={() => void logOut()}
    >
      {texts.dashboard.logOut}
    </button>
  );

  const beside = (
    <>
      <VenueLinks texts={texts} here={view.status} />
      {logOutButton}
    </>
  );

  if (view.status === 'tables') {
    return (
      <Tables
        texts={texts}
        tables={tables}
        linksOf={linksOf}
        $unsent={$unsent}
        href={href}
        release={() => scoring?.release()}
      >
        {beside}
      </Tables>
    );
  }
  if (view.status === 'pictures' || view.status === 'signs') {
    return (
      <Suspense fallback={<p role="status">{texts.pictures.loading}</p>}>
        <PicturesDesk venue={venue} texts={texts} screen={view}>
          {beside}
        </PicturesDesk>
      </Suspense>
    );
  }
  if (view.status === 'players' || view.status === 'sponsors') {
    return (
      <Suspense fallback={<p role="status">{texts.dressing.loading}</p>}>
        <DressingDesk venue={venue} texts={texts} screen={view} flags={flags}>
          {beside}
        </DressingDesk>
      </Suspense>
    );
  }

  if (view.status === 'table' && view.part === 'air') {
    return (
      <Suspense fallback={<p role="status">{texts.air.loading}</p>}>
        <AirDesk key={view.table.id} venue={venue} table={view.table} texts={texts}>
          {beside}
        </AirDesk>
      </Suspense>
    );
  }
  if (view.status === 'televisions') {
    return (
      <Suspense fallback={<p role="status">{texts.televisions.loading}</p>}>
        <TelevisionsDesk venue={venue} texts={texts} code={view.code}>
          {beside}
        </TelevisionsDesk>
      </Suspense>
    );
  }

  const table = view.status === 'table' ? view.table : null;
  const several = (all?.filter(({ archived }) => !archived).length ?? 0) > 1;
  const parts = { desk, texts };
  const isPlain = (scored?.match.game ?? FIRST_GAME) === FIRST_GAME;
  const match = table && (
    <MatchPanel
      key={view.status === 'table' && view.part === 'newMatch' ? 'new' : 'match'}
      {...parts}
      padHref={tableFragment(table.id, 'pad')}
      beginsNew={view.status === 'table' && view.part === 'newMatch'}
      leaveNewMatch={closePart}
      openPad={openPad}
    />
  );
  return (
    <div className="desk">
      <header className="desk__head">
        <h1 className="desk__title">{several && table ? <bdi>{table.title}</bdi> : texts.dashboard.title}</h1>
        {logOutButton}
        {table && <VenueLinks texts={texts} here={view.status} />}
      </header>
      <OnAir {...parts} />
      <div className="desk__main">
        {isPlain && <QuickUpdate {...parts} />}
        {match}
      </div>
      <div className="desk__side">
        <MatchClock {...parts} />
        <OverlayLink venue={venue} texts={texts}>
          {table && (
            <div className="desk__table">
              <ScreensLine texts={texts} screens={table.screens} />
              <button
                className="button"
                type="button"
                onClick={() => {
                  setSettings(true);
                  // The list isn't refreshed while a table is open, so its screen counts are stale.
                  void tables.refresh();
                }}
              >
                {texts.dashboard.settings}
              </button>
            </div>
          )}
        </OverlayLink>
      </div>
      {table && all && settings && (
        <TableSettings
          texts={texts}
          tables={tables}
          all={all}
          table={table}
          linksOf={linksOf}
          onClose={() => setSettings(false)}
        />
      )}
      {view.status === 'table' && view.part === 'pad' && (
        <PadLayer {...parts} title={view.table.title} settings={padSettings} onClose={closePart} />
      )}
      {ended && !dismissed && (
        <SignInAgain texts={texts} signIn={signInAgain} onClose={() => setDismissed(true)} />
      )}
    </div>
  );
};
