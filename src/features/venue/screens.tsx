import { useStore } from '@nanostores/react';
import { lazy, Suspense, type ComponentProps, type ComponentType } from 'react';
import type { May } from '../../backend/contract.ts';
import {
  ACCOUNT,
  ALL_TABLES,
  pairedFragment,
  PICTURES,
  playerFragment,
  PLAYERS,
  RESULTS,
  resultsFragment,
  ROOM,
  SETTINGS,
  signsFragment,
  SPONSORS,
  SYSTEM,
  tableFragment,
  tournamentFragment,
  VENUE,
} from '../../core/venue/fragment.ts';
import { onlyInUse } from '../../core/tables/order.ts';
import { importPart } from '../../core/missing-parts.ts';
import { addStyles } from '../../kit/add-styles.ts';
import { PartFailed } from '../../kit/PartFailed.tsx';
import { tableName } from '../../kit/table-name.ts';
import { LazyTexts } from '../../kit/LazyTexts.tsx';
import { Loading } from '../../kit/Loading.tsx';
import type { Elements } from '../../kit/elements.ts';
import type { ScreenTexts, VenueTexts } from '../../kit/venue-texts.ts';
import { $laterPad } from '../desk/later-pad.ts';
import { TableDesk } from '../desk/TableDesk.tsx';
import { Tables } from '../tables/Tables.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import type { DrawProps, Place, Screen, Status, Venue, VenueView, ViewOf, VenueLink } from './props.ts';
import { VenuePage } from './VenuePage.tsx';

/** Resolves once the later parts' styles are on the page. */
let styled: Promise<unknown> | undefined;
const addScreenStyles = async (): Promise<unknown> =>
  (styled ??= import('../../styles/screens.scss?inline').then(({ default: css }) => addStyles(css, 'part')));

/** A part that scoring doesn't need, fetched when it is shown. */
const later = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) => {
  let part: Promise<{ default: ComponentType<Props> }> | undefined;
  const fetched = async () =>
    (part ??= importPart(async () => {
      const [own] = await Promise.all([load(), addScreenStyles()]);
      return own;
    }).catch(() => ({ default: PartFailed as ComponentType<Props> })));
  return Object.assign(lazy(fetched), { fetched });
};

/** Draws such a part once its texts have loaded too, which are fetched at the same time. */
const withTexts =
  <View,>(
    { fetched }: { readonly fetched: () => Promise<unknown> },
    draw: (props: DrawProps<View, ScreenTexts>) => Elements,
  ) =>
  (props: DrawProps<View>): Elements => {
    void fetched();
    return (
      <LazyTexts wordsAt={props.venue.wordsAt} texts={props.texts} name="screens">
        {/* A boundary around both would keep one's outline hidden beneath the other's. */}
        {(texts) => (
          <Suspense fallback={<Loading text={texts.dashboard.loading} />}>
            {draw({ ...props, texts })}
          </Suspense>
        )}
      </LazyTexts>
    );
  };

const AccountDesk = later(() => import('../settings/AccountDesk.tsx'));
const LookDesk = later(() => import('../desk/LookDesk.tsx'));
const MachinesDesk = later(() => import('../machines/MachinesDesk.tsx'));
const PairedDesk = later(() => import('../paired/PairedDesk.tsx'));
const PicturesDesk = later(() => import('../pictures/PicturesDesk.tsx'));
const PlayerDesk = later(() => import('../results/PlayerDesk.tsx'));
const PlayersDesk = later(() => import('../players/PlayersDesk.tsx'));
const ReportDesk = later(() => import('../results/ReportDesk.tsx'));
const ResultsDesk = later(() => import('../results/ResultsDesk.tsx'));
const RoomDesk = later(() => import('../room/RoomDesk.tsx'));
const SettingsDesk = later(() => import('../settings/SettingsDesk.tsx'));
const SponsorsDesk = later(() => import('../branding/SponsorsDesk.tsx'));
const SystemDesk = later(() => import('../settings/SystemDesk.tsx'));
const TournamentDesk = later(() => import('../tournament/TournamentDesk.tsx'));

type Above = NonNullable<Screen<VenueView>['above']>;
const belowTables: Above = ({ dashboard }) => ({ href: ALL_TABLES, title: dashboard.places.tables });
const belowResults: Above = ({ dashboard }) => ({ href: RESULTS, title: dashboard.places.results });
const belowVenue: Above = ({ dashboard }) => ({ href: VENUE, title: dashboard.places.venue });

/** What the look and machines screens of a table share. */
const ofTable = {
  place: 'tables',
  above: (texts: VenueTexts, { table }: ViewOf<'look' | 'machines'>) => ({
    href: tableFragment(table.id),
    title: tableName(table.title, texts),
  }),
} as const;

/** What the screens linked from the venue's page share. */
const ofVenue = { place: 'venue', above: belowVenue } as const;

/** A table's desk. A venue's owner comes to its only table first, so a new venue's first steps are below that. */
const DeskWithSteps = (props: ComponentProps<typeof TableDesk> & { readonly venue: Venue }) => {
  const { venue, texts, table } = props;
  const { tables: all } = useStore(venue.tables.$tables, { ssr: 'initial' });
  const isOnly = table !== null && onlyInUse(all ?? [])?.id === table.id;
  return (
    <>
      <TableDesk {...props} />
      {isOnly && <FirstSteps venue={venue} texts={texts} />}
    </>
  );
};

/** The desk of no table, while the tables load or couldn't be had. */
const untilTables = (hasFailed: boolean): Screen<VenueView> => ({
  place: 'tables',
  title: ({ dashboard }) => dashboard.title,
  above: belowTables,
  draw: ({ venue, texts }) => (
    <DeskWithSteps venue={venue} texts={texts} table={null} part={null} hasFailed={hasFailed} />
  ),
});

const AllTables = ({ venue, texts }: DrawProps<ViewOf<'tables'>>) => {
  // A table's pad opens from here.
  useStore($laterPad, { ssr: 'initial' });
  return (
    <>
      <Tables venue={venue} texts={texts} release={() => venue.desk.$scoring.get()?.release()} />
      {/* Below them: it comes later, and would push a table from under a finger. */}
      <FirstSteps venue={venue} texts={texts} />
    </>
  );
};

/** Every screen of the desk. Those linked from the venue's page are in its order. */
const SCREENS: { readonly [One in Status]: Screen<ViewOf<One>> } = {
  loading: untilTables(false),
  failed: untilTables(true),
  tables: {
    place: 'tables',
    title: ({ tables }) => tables.title,
    shown: ({ tables }, _view, before) => {
      if (before.status !== 'tables') void tables.refresh();
    },
    draw: (props) => <AllTables {...props} />,
  },
  table: {
    place: 'tables',
    title: ({ dashboard }) => dashboard.title,
    titleOf: (texts, { table }) => <bdi translate="no">{tableName(table.title, texts)}</bdi>,
    above: belowTables,
    draw: ({ venue, texts, view: { table, part } }) => (
      <DeskWithSteps venue={venue} texts={texts} table={table} part={part} hasFailed={false} />
    ),
  },
  look: {
    ...ofTable,
    needs: 'replace_overlay_link',
    title: ({ dashboard }) => dashboard.screens.look,
    draw: withTexts(LookDesk, ({ venue, texts, view: { table } }) => (
      <LookDesk key={table.id} venue={venue} table={table} texts={texts} />
    )),
  },
  machines: {
    ...ofTable,
    needs: 'update_table',
    title: ({ dashboard }) => dashboard.screens.machines,
    draw: withTexts(MachinesDesk, ({ venue, texts, view: { table } }) => (
      <MachinesDesk key={table.id} venue={venue} table={table} texts={texts} />
    )),
  },
  room: {
    needs: 'list_waiting',
    place: 'room',
    title: ({ dashboard }) => dashboard.places.room,
    returnsTo: ROOM,
    draw: ({ venue, texts }) => <RoomDesk venue={venue} texts={texts} />,
  },
  tournament: {
    needs: 'list_tournaments',
    place: 'room',
    title: ({ dashboard }) => dashboard.screens.tournament,
    above: ({ dashboard }) => ({ href: ROOM, title: dashboard.places.room }),
    onVenuePage: {
      href: tournamentFragment(),
      icon: 'results',
      about: ({ dashboard }) => dashboard.venue.tournament,
    },
    draw: withTexts(TournamentDesk, ({ venue, texts, view: { id } }) => (
      <TournamentDesk venue={venue} texts={texts} id={id} />
    )),
  },
  results: {
    needs: 'list_results',
    place: 'results',
    title: ({ dashboard }) => dashboard.places.results,
    shown: ({ results }, view) => results.open(view),
    draw: withTexts(ResultsDesk, ({ venue, texts }) => <ResultsDesk venue={venue} texts={texts} id={null} />),
  },
  result: {
    needs: 'get_result',
    place: 'results',
    title: ({ dashboard }) => dashboard.screens.result,
    above: ({ dashboard }, _view, { results }) => {
      const { date } = results.$day.get();
      return { href: date === null ? RESULTS : resultsFragment(date), title: dashboard.places.results };
    },
    shown: ({ results }, view) => results.open(view),
    draw: withTexts(ResultsDesk, ({ venue, texts, view: { id } }) => (
      <ResultsDesk venue={venue} texts={texts} id={id} />
    )),
  },
  player: {
    needs: 'get_player',
    place: 'results',
    title: ({ dashboard }) => dashboard.screens.player,
    titleOf: ({ dashboard: { screens } }, { versus }) => screens[versus === null ? 'player' : 'versus'],
    above: (texts, view, stores) =>
      view.versus === null
        ? belowResults(texts, view, stores)
        : { href: playerFragment(view.key), title: texts.dashboard.screens.player },
    shown: ({ playerRecords }, view) => playerRecords.open(view),
    draw: withTexts(PlayerDesk, ({ venue, texts }) => <PlayerDesk venue={venue} texts={texts} />),
  },
  report: {
    needs: 'get_report',
    place: 'results',
    title: ({ dashboard }) => dashboard.screens.report,
    above: belowResults,
    shown: ({ reports }, view) => reports.open(view),
    draw: withTexts(ReportDesk, ({ venue, texts }) => <ReportDesk venue={venue} texts={texts} />),
  },
  venue: {
    needs: 'get_branding',
    place: 'venue',
    title: ({ dashboard }) => dashboard.places.venue,
    draw: ({ texts }) => <VenuePage texts={texts} links={venueLinks(texts)} />,
  },
  players: {
    ...ofVenue,
    needs: 'name_player',
    title: ({ dashboard }) => dashboard.screens.players,
    onVenuePage: { href: PLAYERS, icon: 'players', about: ({ dashboard }) => dashboard.venue.players },
    returnsTo: PLAYERS,
    draw: withTexts(PlayersDesk, ({ venue, texts, flags }) => (
      <PlayersDesk venue={venue} texts={texts} flags={flags} />
    )),
  },
  sponsors: {
    ...ofVenue,
    needs: 'save_sponsor',
    title: ({ branding }) => branding.sponsors.title,
    onVenuePage: { href: SPONSORS, icon: 'sponsors', about: ({ dashboard }) => dashboard.venue.sponsors },
    draw: withTexts(SponsorsDesk, ({ venue, texts }) => <SponsorsDesk venue={venue} texts={texts} />),
  },
  pictures: {
    ...ofVenue,
    needs: 'get_venue',
    title: ({ dashboard }) => dashboard.screens.pictures,
    onVenuePage: { href: PICTURES, icon: 'picture', about: ({ dashboard }) => dashboard.venue.pictures },
    draw: withTexts(PicturesDesk, ({ venue, texts, view }) => (
      <PicturesDesk venue={venue} texts={texts} screen={view} />
    )),
  },
  signs: {
    ...ofVenue,
    needs: 'get_venue',
    title: ({ dashboard }) => dashboard.screens.signs,
    onVenuePage: { href: signsFragment(), icon: 'code', about: ({ dashboard }) => dashboard.venue.signs },
    draw: withTexts(PicturesDesk, ({ venue, texts, view }) => (
      <PicturesDesk venue={venue} texts={texts} screen={view} />
    )),
  },
  paired: {
    ...ofVenue,
    needs: 'find_code',
    title: ({ dashboard }) => dashboard.paired,
    onVenuePage: {
      href: pairedFragment(),
      icon: 'devices',
      about: ({ dashboard }) => dashboard.venue.paired,
    },
    draw: withTexts(PairedDesk, ({ venue, texts }) => <PairedDesk venue={venue} texts={texts} />),
  },
  settings: {
    ...ofVenue,
    needs: 'update_venue',
    title: ({ dashboard }) => dashboard.screens.settings,
    onVenuePage: { href: SETTINGS, icon: 'settings', about: ({ dashboard }) => dashboard.venue.settings },
    draw: withTexts(SettingsDesk, ({ venue, texts }) => <SettingsDesk venue={venue} texts={texts} />),
  },
  system: {
    ...ofVenue,
    needs: 'list_devices',
    title: ({ dashboard }) => dashboard.system,
    onVenuePage: { href: SYSTEM, icon: 'server', about: ({ dashboard }) => dashboard.venue.system },
    draw: withTexts(SystemDesk, ({ venue, texts }) => <SystemDesk venue={venue} texts={texts} />),
  },
  account: {
    ...ofVenue,
    needs: 'export_page',
    title: ({ dashboard }) => dashboard.screens.account,
    onVenuePage: { href: ACCOUNT, icon: 'lock', about: ({ dashboard }) => dashboard.venue.account },
    draw: withTexts(AccountDesk, ({ venue, texts }) => <AccountDesk venue={venue} texts={texts} />),
  },
};

/** A screen, for a view of its own status. */
export const screenFor = (status: Status): Screen<VenueView> => SCREENS[status] as Screen<VenueView>;

/** Whether a user with these permissions may see a screen. */
export const maySee = (may: May, status: Status): boolean => {
  const { needs } = screenFor(status);
  return needs === undefined || may.has(needs);
};

/** The links on the venue's page, in the order of their rows. */
const venueLinks = (texts: VenueTexts): VenueLink[] =>
  Object.values<Screen<never>>(SCREENS).flatMap(({ onVenuePage, needs, title }) =>
    onVenuePage ? [{ ...onVenuePage, needs, title: title(texts), about: onVenuePage.about(texts) }] : [],
  );

/** The places of the desk, in the order of its bar. */
export const PLACES: readonly Place[] = [
  { name: 'room', href: ROOM, icon: 'players' },
  { name: 'tables', href: ALL_TABLES, icon: 'tables' },
  { name: 'results', href: RESULTS, icon: 'results' },
  { name: 'venue', href: VENUE, icon: 'venue' },
];
