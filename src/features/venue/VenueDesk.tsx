import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import { playerFragment, tableFragment } from '../../core/venue/fragment.ts';
import { Loading } from '../../kit/Loading.tsx';
import { MayContext } from '../../kit/may.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { useNewVersionAtDesk } from '../desk/useNewVersionAtDesk.ts';
import type { Venue, VenueView } from './props.ts';
import { maySee, PLACES, screenFor } from './screens.tsx';
import { Shell } from './Shell.tsx';

interface Props {
  readonly venue: Venue;
  readonly texts: VenueTexts;
  readonly flags: string;
  /** The device's name and role, in place of the log-out key, because a device has no session. */
  readonly whose?: string;
}

/** Identifies each screen. */
const nameOf = (view: VenueView): string => {
  if ('table' in view) return tableFragment(view.table.id, view.status === 'table' ? null : view.status);
  return view.status === 'player' ? playerFragment(view.key, view.versus) : view.status;
};

/** A venue's desk: one of its screens, in the shell. */
export const VenueDesk = ({ venue, texts, flags, whose }: Props) => {
  const view = useStore(venue.$view, { ssr: 'initial' });
  const may = useStore(venue.$may, { ssr: 'initial' });
  const { venue: named } = useStore(venue.tables.$tables, { ssr: 'initial' });
  const name = nameOf(view);
  useNewVersionAtDesk(
    view.status === 'table' ? tableFragment(view.table.id, view.part) : name,
    venue.desk.$scored,
  );
  const screen = screenFor(view.status);
  return (
    <MayContext value={may}>
      <Shell
        screen={name}
        places={PLACES.filter((place) => maySee(may, place.name))}
        place={screen.place}
        title={screen.titleOf?.(texts, view) ?? screen.title(texts)}
        above={screen.above?.(texts, view, venue)}
        texts={texts}
        logOut={view.status === 'loading' ? undefined : () => void venue.logOut()}
        unsent={venue.unsent}
        whose={whose}
        venue={named?.title ?? ''}
      >
        <Suspense fallback={<Loading text={texts.dashboard.loading} />}>
          {screen.draw({ view, venue, texts, flags })}
        </Suspense>
      </Shell>
    </MayContext>
  );
};
