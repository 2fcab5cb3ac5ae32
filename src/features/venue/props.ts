import type { ReadableAtom } from 'nanostores';
import type { Act, Table } from '../../backend/contract.ts';
import type { Failure } from '../../core/failure.ts';
import type { TableLayer, TableScreen, VenueScreen } from '../../core/venue/fragment.ts';
import type { IconName } from '../../kit/Icon.tsx';
import type { Elements } from '../../kit/elements.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { Account } from '../account/account.ts';
import type { Stores } from './stores.ts';

/** The view of a venue's desk. */
export type VenueView =
  | VenueScreen
  | { readonly status: 'loading' | 'tables' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'table'; readonly table: Table; readonly part: TableLayer | null }
  | { readonly status: TableScreen; readonly table: Table };

export type Status = VenueView['status'];
export type ViewOf<One extends Status> = VenueView & { readonly status: One };

/** The stores that screens take. */
export type ScreenStores = Omit<Stores, '$tableKey' | 'keep' | 'startWith'>;

/** The kinds of changes that a device hasn't sent: scores, and changes to the waiting list and to a tournament. */
export type UnsentKinds = readonly ('scores' | 'list' | 'tournament')[];

/** A venue: its stores, and the screen that the address selects. */
export interface Venue extends ScreenStores, Pick<Account, '$ended' | 'signInAgain' | 'logOut'> {
  /** The tables, if the user may not see the screen in the address. */
  readonly $view: ReadableAtom<VenueView>;
  /** Replaces a table's open form by its pad. Does nothing once the form is closed, because its reader went elsewhere. */
  readonly openPad: (tableId: string) => void;
  /**
   * Closes the part over a table's desk, so that a reload doesn't open it again. Returns to the desk, or to the list
   * from which the match was started.
   */
  readonly closePart: () => void;
  /** What this device hasn't sent, which logging out would leave behind or lose. */
  readonly unsent: () => UnsentKinds;
}

export type PlaceName = 'room' | 'tables' | 'results' | 'venue';

/** A place of the desk, in its bar or rail. */
export interface Place {
  readonly name: PlaceName;
  readonly href: string;
  readonly icon: IconName;
}

/** A link on the venue's page. */
export interface VenueLink {
  readonly needs: Act;
  readonly href: string;
  readonly icon: IconName;
  readonly title: string;
  readonly about: string;
}

/** A link to another screen. */
export interface Link {
  readonly href: string;
  readonly title: string;
}

export interface DrawProps<View, Texts = VenueTexts> {
  readonly view: View;
  readonly venue: Venue;
  readonly texts: Texts;
  /** The codes of the countries with a flag, separated by spaces. */
  readonly flags: string;
}

/** Who may see a screen, and whether the venue's page links to it. */
type Access =
  | {
      /** The permission that it needs; omitted if anybody may see it. */
      readonly needs?: Act;
      readonly onVenuePage?: undefined;
    }
  | {
      readonly needs: Act;
      readonly onVenuePage: Pick<VenueLink, 'href' | 'icon'> & {
        readonly about: (texts: VenueTexts) => string;
      };
    };

/** A screen of the desk. */
export type Screen<View> = Access & {
  /** Its place in the bar or rail. */
  readonly place: PlaceName;
  readonly title: (texts: VenueTexts) => string;
  /** A title that depends on what the screen shows. */
  readonly titleOf?: (texts: VenueTexts, view: View) => Elements | string;
  /** The screen above it; omitted for a place itself. */
  readonly above?: (texts: VenueTexts, view: View, stores: ScreenStores) => Link;
  /** Where the form and the pad of a match return that was started on it. */
  readonly returnsTo?: string;
  /** Does what showing it needs, at each change of the view. */
  readonly shown?: (stores: ScreenStores, view: View, before: VenueView) => void;
  readonly draw: (props: DrawProps<View>) => Elements;
};
