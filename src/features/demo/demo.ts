import { atom, type ReadableAtom } from 'nanostores';
import { shortMatch } from './games.ts';
import { shownOf, type GameName } from '../../games/boards.ts';
import type { Named } from '../../rules/players.ts';
import type { DemoEnvironment } from './environment.ts';
import { createPadSettings, type PadSettings } from '../pad-parts/pad-settings.ts';
import type { TableKey } from '../../browser/offline-store.ts';
import { createTableDesk, type TableDesk } from '../desk/table-desk.ts';
import { createOverlay, type Overlay } from '../board/overlay.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';

/** Visitors are invited once to get in touch: when a match is won, or when they finish. */
export type Invitation = 'later' | 'shown' | 'declined';

/** A table in the page's memory, with a pad, and a television showing it. */
export interface Demo {
  readonly desk: Omit<TableDesk, 'follow'>;
  readonly television: Overlay;
  readonly padSettings: PadSettings;
  /** The demo runs while this has listeners. */
  readonly $invitation: ReadableAtom<Invitation>;
  /** Starts a short match of a game between the players on the board. */
  readonly choose: (game: GameName) => Promise<boolean>;
  /** Called when the visitor is done. */
  readonly finish: () => void;
  readonly decline: () => void;
}

export const createDemo = (environment: DemoEnvironment): Demo => {
  const $tableKey = atom<TableKey | null>(null);
  // There is no session that could end.
  const { follow, ...desk } = createTableDesk(environment, $tableKey, () => false);
  const $invitation = atom<Invitation>('later');
  const invite = (): void => {
    if ($invitation.get() === 'later') $invitation.set('shown');
  };

  onBrowserMount($invitation, () => {
    $tableKey.set({ who: 'demo', table: environment.table });
    const unfollow = follow();
    const unwatch = desk.$live.subscribe(({ board }) => {
      if (board && shownOf(board).over) invite();
    });
    return () => {
      unwatch();
      unfollow();
    };
  });

  return {
    desk,
    television: createOverlay(environment),
    padSettings: createPadSettings(environment),
    $invitation,
    choose: async (game) => {
      const scored = desk.$scored.get();
      if (!scored) return false;
      const { start } = shortMatch(game, scored.state as Named);
      return (await desk.$scoring.get()?.begin(game, start)) ?? false;
    },
    finish: invite,
    decline: () => $invitation.set('declined'),
  };
};
