import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { FIRST_GAME } from '../../games/boards.ts';
import { gameOf } from '../../games/games.ts';
import type { Table } from '../../backend/contract.ts';
import type { TablePart } from '../../core/venue/fragment.ts';
import type { Account } from '../account/account.ts';
import type { Links } from '../tables/links.ts';
import type { PadSettings } from '../pad-parts/pad-settings.ts';
import type { Room } from '../room/room.ts';
import type { Tables } from '../tables/tables.ts';
import { withStyles } from '../../kit/add-styles.ts';
import { createFetchedPart } from '../../kit/fetched.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { Fetched } from '../../kit/Fetched.tsx';
import { $matchForms, MatchForm } from '../match/MatchForm.tsx';
import { ScreensLine } from '../tables/ScreensLine.tsx';
import { LaterSettings, useLaterSettings } from '../tables/later-settings.tsx';
import { tableName } from '../../kit/table-name.ts';
import { MatchClock } from './MatchClock.tsx';
import { MatchKeys } from './MatchKeys.tsx';
import { MatchPanel } from './MatchPanel.tsx';
import { NextMatch } from './NextMatch.tsx';
import { OnAir } from './OnAir.tsx';
import { $laterPad } from './later-pad.ts';
import { OverlayLink } from './OverlayLink.tsx';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { PartProps } from './props.ts';
import { QuickUpdate } from './QuickUpdate.tsx';

/** Only a session that has ended needs it. */
const $signInAgain = createFetchedPart(() => import('../account/SignInAgain.tsx').then(withStyles));

interface Props {
  readonly venue: Pick<Account, '$ended' | 'signInAgain'> & {
    readonly tables: Tables;
    readonly room: Room;
    readonly desk: PartProps['desk'];
    readonly padSettings: PadSettings;
    readonly linksOf: (tableId: string) => Links;
    readonly openPad: (tableId: string) => void;
    readonly closePart: () => void;
  };
  readonly texts: VenueTexts;
  /** Null until known. */
  readonly table: Table | null;
  readonly part: TablePart | null;
  /** Whether loading the tables failed. */
  readonly hasFailed: boolean;
}

/** The desk of one table, its parts disabled until the table is known. */
export const TableDesk = ({ venue, texts, table, part, hasFailed }: Props) => {
  const { $ended, tables, desk, linksOf, padSettings, openPad, closePart, signInAgain } = venue;
  const { tables: all } = useStore(tables.$tables, { ssr: 'initial' });
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  const newMatch = useStore(desk.$newMatch, { ssr: 'initial' });
  // Fetches them before anybody asks for one.
  useStore($matchForms, { ssr: 'initial' });
  useLaterSettings();
  const ended = useStore($ended, { ssr: 'initial' });
  const [dismissed, setDismissed] = useState(false);
  // A later session may end as well.
  if (dismissed && !ended) setDismissed(false);
  const [settingsOf, setSettingsOf] = useState<string | null>(null);

  // The address may change while a dialog is open. Close it, so that it never applies to the next table.
  if (settingsOf !== null && settingsOf !== table?.id) setSettingsOf(null);
  const parts = { desk, texts };
  const isTyped = gameOf(scored?.match.game ?? table?.match.game ?? FIRST_GAME)?.isTyped === true;
  return (
    <div className="desk">
      <OnAir {...parts} />
      <MatchKeys {...parts} tableId={table?.id ?? null} />
      <div className="desk__main">
        {isTyped && <QuickUpdate {...parts} />}
        {isTyped && <NextMatch {...parts} />}
        <MatchPanel key={scored?.match.id} {...parts} scored={scored} isTyped={isTyped} />
      </div>
      <div className="desk__side">
        <MatchClock key={table?.id} {...parts} />
        <OverlayLink tables={tables} table={table} hasFailed={hasFailed} texts={texts}>
          {table && (
            <div className="desk__table">
              <ScreensLine texts={texts} screens={table.screens} />
              <button
                className="button"
                type="button"
                onClick={() => {
                  setSettingsOf(table.id);
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
      {table && all && settingsOf === table.id && (
        <LaterSettings
          texts={texts}
          tables={tables}
          room={venue.room}
          all={all}
          table={table}
          linksOf={linksOf}
          onClose={() => setSettingsOf(null)}
        />
      )}
      {table && part === 'newMatch' && scored && newMatch && (
        <MatchForm key={table.id} texts={texts}>
          {({ NewMatch }) => (
            <Dialog title={texts.match.new.title} close={texts.pad.close} onClose={closePart}>
              <NewMatch newMatch={newMatch} texts={texts} onBegun={() => openPad(table.id)} />
            </Dialog>
          )}
        </MatchForm>
      )}
      {table && part === 'pad' && (
        <Fetched key={table.id} $part={$laterPad} texts={texts}>
          {({ PadLayer }) => (
            <PadLayer
              {...parts}
              title={tableName(table.title, texts)}
              settings={padSettings}
              onClose={closePart}
            />
          )}
        </Fetched>
      )}
      {ended && !dismissed && (
        <Fetched $part={$signInAgain} texts={texts}>
          {({ SignInAgain }) => (
            <SignInAgain texts={texts} signIn={signInAgain} onClose={() => setDismissed(true)} />
          )}
        </Fetched>
      )}
    </div>
  );
};
