import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { FIRST_GAME } from '../../games/boards.ts';
import type { Venue } from '../../stores/match/venue.ts';
import { SignInAgain } from '../account/SignInAgain.tsx';
import { Dialog } from '../Dialog.tsx';
import { NewMatch } from '../match/NewMatch.tsx';
import { ScreensLine } from '../tables/ScreensLine.tsx';
import { TableSettings } from '../tables/TableSettings.tsx';
import { tableName } from '../tables/table-name.ts';
import { MatchClock } from './MatchClock.tsx';
import { MatchKeys } from './MatchKeys.tsx';
import { MatchPanel } from './MatchPanel.tsx';
import { NextMatch } from './NextMatch.tsx';
import { OnAir } from './OnAir.tsx';
import { OverlayLink } from './OverlayLink.tsx';
import { PadLayer } from './PadLayer.tsx';
import type { VenueTexts } from './props.ts';
import { QuickUpdate } from './QuickUpdate.tsx';

interface Props {
  readonly venue: Venue;
  readonly texts: VenueTexts;
}

/** The desk of one table, its parts disabled until the table is known. */
export const TableDesk = ({ venue, texts }: Props) => {
  const { $view, $ended, tables, desk, linksOf, padSettings, openPad, closePart, signInAgain } = venue;
  const view = useStore($view, { ssr: 'initial' });
  const { tables: all } = useStore(tables.$tables, { ssr: 'initial' });
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  const newMatch = useStore(desk.$newMatch, { ssr: 'initial' });
  const ended = useStore($ended, { ssr: 'initial' });
  const [dismissed, setDismissed] = useState(false);
  // The next session may end, too.
  if (dismissed && !ended) setDismissed(false);
  const [settings, setSettings] = useState(false);

  const { table, part } = view.status === 'table' ? view : { table: null, part: null };
  const parts = { desk, texts };
  const isPlain = (scored?.match.game ?? table?.match.game ?? FIRST_GAME) === FIRST_GAME;
  return (
    <div className="desk">
      <OnAir {...parts} />
      <MatchKeys {...parts} tableId={table?.id ?? null} />
      <div className="desk__main">
        {isPlain && <QuickUpdate {...parts} />}
        {isPlain && <NextMatch {...parts} />}
        <MatchPanel {...parts} scored={scored} isPlain={isPlain} />
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
          room={venue.room}
          all={all}
          table={table}
          linksOf={linksOf}
          onClose={() => setSettings(false)}
        />
      )}
      {part === 'newMatch' && scored && newMatch && (
        <Dialog title={texts.match.new.title} close={texts.pad.close} onClose={closePart}>
          <NewMatch newMatch={newMatch} texts={texts} onBegun={openPad} />
        </Dialog>
      )}
      {table && part === 'pad' && (
        <PadLayer
          {...parts}
          title={tableName(table.title, texts)}
          settings={padSettings}
          onClose={closePart}
        />
      )}
      {ended && !dismissed && (
        <SignInAgain texts={texts} signIn={signInAgain} onClose={() => setDismissed(true)} />
      )}
    </div>
  );
};
