import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import {
  ALL_TABLES,
  playerFragment,
  RESULTS,
  resultsFragment,
  tableFragment,
  tableScreen,
  VENUE,
} from '../../core/venue/fragment.ts';
import type { Venue, VenueView } from './venue.ts';
import { useNewVersionAtDesk } from '../desk/useNewVersionAtDesk.ts';
import { Tables } from '../tables/Tables.tsx';
import { tableName } from '../../kit/table-name.ts';
import { MayContext } from '../../kit/may.ts';
import { PartFailed } from '../../kit/PartFailed.tsx';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { Shell, type Framed } from './Shell.tsx';
import { TableDesk } from '../desk/TableDesk.tsx';
import { venueScreens } from './venue-screens.ts';
import { VenuePage } from './VenuePage.tsx';

interface Props {
  readonly venue: Venue;
  readonly texts: VenueTexts;
  readonly flags: string;
  /** The device's name and role, in place of the log-out key, because a device has no session. */
  readonly whose?: string;
}

// Loaded lazily, because scoring doesn't need it.
const PicturesDesk = lazy(() =>
  import('../pictures/PicturesDesk.tsx').catch(() => ({ default: PartFailed })),
);

const BrandingDesk = lazy(() => import('./BrandingDesk.tsx').catch(() => ({ default: PartFailed })));

const AccountDesk = lazy(() => import('../settings/AccountDesk.tsx').catch(() => ({ default: PartFailed })));
const AirDesk = lazy(() => import('../desk/AirDesk.tsx').catch(() => ({ default: PartFailed })));
const MachinesDesk = lazy(() =>
  import('../machines/MachinesDesk.tsx').catch(() => ({ default: PartFailed })),
);
const StaffDesk = lazy(() => import('../screens/StaffDesk.tsx').catch(() => ({ default: PartFailed })));
const TelevisionsDesk = lazy(() =>
  import('../screens/TelevisionsDesk.tsx').catch(() => ({ default: PartFailed })),
);

const ResultsDesk = lazy(() => import('../results/ResultsDesk.tsx').catch(() => ({ default: PartFailed })));
const PlayerDesk = lazy(() => import('../results/PlayerDesk.tsx').catch(() => ({ default: PartFailed })));
const ReportDesk = lazy(() => import('../results/ReportDesk.tsx').catch(() => ({ default: PartFailed })));
const RoomDesk = lazy(() => import('../room/RoomDesk.tsx').catch(() => ({ default: PartFailed })));
const SettingsDesk = lazy(() =>
  import('../settings/SettingsDesk.tsx').catch(() => ({ default: PartFailed })),
);
const SystemDesk = lazy(() => import('../settings/SystemDesk.tsx').catch(() => ({ default: PartFailed })));

/** A screen's place, title and parent. */
const framedOf = (view: VenueView, texts: VenueTexts): Framed => {
  const { places, title } = texts.dashboard;
  const tables = { href: ALL_TABLES, title: places.tables };
  switch (view.status) {
    case 'loading':
    case 'failed':
      return { place: 'tables', title, above: tables };
    case 'tables':
      return { place: 'tables', title: texts.tables.title };
    case 'table': {
      const name = tableName(view.table.title, texts);
      const screen = tableScreen(view.part);
      return screen
        ? {
            place: 'tables',
            title: screen === 'air' ? texts.air.title : texts.machines.title,
            above: { href: tableFragment(view.table.id), title: name },
          }
        : { place: 'tables', title: <bdi translate="no">{name}</bdi>, above: tables };
    }
    case 'room':
      return { place: 'room', title: places.room };
    case 'results':
      return { place: 'results', title: places.results };
    case 'result': {
      const href = view.day === null ? RESULTS : resultsFragment(view.day);
      return { place: 'results', title: texts.results.one, above: { href, title: places.results } };
    }
    case 'player': {
      const { title: one, versus } = texts.players;
      return view.versus === null
        ? { place: 'results', title: one, above: { href: RESULTS, title: places.results } }
        : { place: 'results', title: versus, above: { href: playerFragment(view.key), title: one } };
    }
    case 'report':
      return {
        place: 'results',
        title: texts.resultsReport.title,
        above: { href: RESULTS, title: places.results },
      };
    case 'venue':
      return { place: 'venue', title: places.venue };
    default: {
      const screen = venueScreens(texts).find(({ status }) => status === view.status);
      return { place: 'venue', title: screen?.title, above: { href: VENUE, title: places.venue } };
    }
  }
};

/** The screen that the address selects. */
const Screen = ({ venue, texts, flags }: Props) => {
  const view = useStore(venue.$view, { ssr: 'initial' });
  const scoring = useStore(venue.desk.$scoring, { ssr: 'initial' });
  switch (view.status) {
    case 'tables':
      return <Tables venue={venue} texts={texts} release={() => scoring?.release()} />;
    case 'room':
      return (
        <Suspense fallback={<p role="status">{texts.room.loading}</p>}>
          <RoomDesk venue={venue} texts={texts} />
        </Suspense>
      );
    case 'venue':
      return <VenuePage texts={texts} />;
    case 'results':
    case 'result':
      return (
        <Suspense fallback={<p role="status">{texts.results.loading}</p>}>
          <ResultsDesk venue={venue} texts={texts} id={view.status === 'result' ? view.id : null} />
        </Suspense>
      );
    case 'player':
      return (
        <Suspense fallback={<p role="status">{texts.players.loading}</p>}>
          <PlayerDesk venue={venue} texts={texts} />
        </Suspense>
      );
    case 'report':
      return (
        <Suspense fallback={<p role="status">{texts.resultsReport.loading}</p>}>
          <ReportDesk venue={venue} texts={texts} />
        </Suspense>
      );
    case 'settings':
      return (
        <Suspense fallback={<p role="status">{texts.results.settings.loading}</p>}>
          <SettingsDesk venue={venue} texts={texts} />
        </Suspense>
      );
    case 'pictures':
    case 'signs':
      return (
        <Suspense fallback={<p role="status">{texts.pictures.loading}</p>}>
          <PicturesDesk venue={venue} texts={texts} screen={view} />
        </Suspense>
      );
    case 'players':
    case 'sponsors':
      return (
        <Suspense fallback={<p role="status">{texts.branding.loading}</p>}>
          <BrandingDesk venue={venue} texts={texts} screen={view} flags={flags} />
        </Suspense>
      );
    case 'account':
      return (
        <Suspense fallback={<p role="status">{texts.account.loading}</p>}>
          <AccountDesk venue={venue} texts={texts} />
        </Suspense>
      );
    case 'staff':
      return (
        <Suspense fallback={<p role="status">{texts.dashboard.overlay.loading}</p>}>
          <StaffDesk venue={venue} texts={texts} code={view.code} />
        </Suspense>
      );
    case 'system':
      return (
        <Suspense fallback={<p role="status">{texts.dashboard.overlay.loading}</p>}>
          <SystemDesk venue={venue} texts={texts} />
        </Suspense>
      );
    case 'televisions':
      return (
        <Suspense fallback={<p role="status">{texts.televisions.loading}</p>}>
          <TelevisionsDesk venue={venue} texts={texts} code={view.code} />
        </Suspense>
      );
    case 'table': {
      const screen = tableScreen(view.part);
      if (screen === null)
        return (
          <TableDesk venue={venue} texts={texts} table={view.table} part={view.part} hasFailed={false} />
        );
      return screen === 'machines' ? (
        <Suspense fallback={<p role="status">{texts.machines.loading}</p>}>
          <MachinesDesk key={view.table.id} venue={venue} table={view.table} texts={texts} />
        </Suspense>
      ) : (
        <Suspense fallback={<p role="status">{texts.air.loading}</p>}>
          <AirDesk key={view.table.id} venue={venue} table={view.table} texts={texts} />
        </Suspense>
      );
    }
    case 'loading':
    case 'failed':
      return (
        <TableDesk
          venue={venue}
          texts={texts}
          table={null}
          part={null}
          hasFailed={view.status === 'failed'}
        />
      );
    default:
      return view satisfies never;
  }
};

/** Identifies each screen. */
const nameOf = (view: VenueView): string => {
  if (view.status === 'table') return tableFragment(view.table.id, tableScreen(view.part));
  return view.status === 'player' ? playerFragment(view.key, view.versus) : view.status;
};

/** A venue's desk: one of its screens, in the shell. */
export const VenueDesk = (props: Props) => {
  const { venue, texts } = props;
  const view = useStore(venue.$view, { ssr: 'initial' });
  const may = useStore(venue.$may, { ssr: 'initial' });
  const { venue: named } = useStore(venue.tables.$tables, { ssr: 'initial' });
  const screen = nameOf(view);
  useNewVersionAtDesk(
    view.status === 'table' ? tableFragment(view.table.id, view.part) : screen,
    venue.desk.$scored,
  );
  return (
    <MayContext value={may}>
      <Shell
        {...framedOf(view, texts)}
        screen={screen}
        texts={texts}
        logOut={view.status === 'loading' ? undefined : () => void venue.logOut()}
        whose={props.whose}
        venue={named?.title ?? ''}
      >
        <Screen {...props} />
      </Shell>
    </MayContext>
  );
};
