import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { isOver, type Match } from '../../core/tournament/bracket.ts';
import { outcomeFacts, type ToCall } from '../../core/tournament/calls.ts';
import { isAlive, type PartyEntry } from '../../core/room/list.ts';
import { pairText, reasonText, roundText } from '../../core/tournament/words.ts';
import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { Ask } from '../../kit/Ask.tsx';
import { tableName } from '../../kit/table-name.ts';
import { useMay } from '../../kit/may.ts';
import { PartySheet } from '../room/PartySheet.tsx';
import { partyName } from '../room/words.ts';
import { endIdle, placesOf } from './evening.ts';
import { MatchSheet } from './MatchSheet.tsx';
import { PairKey } from './PairKey.tsx';
import { PlaceLine } from './PlaceLine.tsx';
import { Podium } from './Podium.tsx';
import type { Boards, TonightProps } from './props.ts';
import { PageBracket, type At } from './Bracket.tsx';
import { Groups } from './Groups.tsx';

interface Props extends TonightProps {
  readonly tables: Boards;
}

type Picking = TonightProps & { readonly pick: (match: Match) => void };

/** Matches line by line, each opening its sheet. */
const Lines = ({
  lines,
  ...props
}: Picking & { readonly lines: readonly { readonly match: Match; readonly note: string }[] }) => {
  const { evening, texts, pick } = props;
  return (
    <ol className="listing panel">
      {lines.map(({ match, note }) => (
        <li className="listing__line tournament__line" key={match.slot.id}>
          <PairKey pair={pairText(evening.entries, match, texts)} open={() => pick(match)} />
          <span className="field__hint">
            {[roundText(match.slot, evening, texts), note].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ol>
  );
};

/** The score of a match that is over, or why it has none. */
const endText = ({ texts }: TonightProps, { outcome }: Match): string =>
  outcome ? reasonText(outcome, texts) || isolated(outcome.units.join('–')) : '';

/** Closes a tournament, or opens it again. */
const Close = ({ tournaments, evening, room, list, texts, isSending }: TonightProps) => {
  const { id, matches, isClosed } = evening;
  const { tournamentDesk } = texts;
  if (isClosed) {
    return (
      <button
        className="button"
        type="button"
        disabled={isSending}
        onClick={() => void tournaments.say([{ key: 'closed', value: null }])}
      >
        {tournamentDesk.tonight.reopen}
      </button>
    );
  }
  return (
    <Ask
      texts={texts}
      opener={{
        text: tournamentDesk.tonight.close,
        disabled: isSending,
        className: isOver(matches) ? 'button button--primary' : 'button',
      }}
      title={tournamentDesk.tonight.close}
      confirm={tournamentDesk.tonight.close}
      change={async () => {
        const isClosing = await tournaments.say([...outcomeFacts(matches), { key: 'closed', value: true }]);
        // Its tables are the guests' again.
        const own = list.entries.filter((party) => isAlive(party) && party.fixture?.tournament === id);
        if (isClosing) endIdle(room, list, own);
        return null;
      }}
    >
      <p>{tournamentDesk.tonight.closeHelp}</p>
    </Ask>
  );
};

/** Why a ready match isn't offered to a table. */
const restText = ({ fromMillis }: ToCall, { texts, nowMillis }: TonightProps): string => {
  const { tournamentDesk } = texts;
  if (fromMillis === null) return tournamentDesk.tonight.busy;
  return fromMillis > nowMillis ? tournamentDesk.tonight.resting : '';
};

/** A drawn tournament: what to call, who plays, the bracket, what is done. */
export const Tonight = (props: Props) => {
  const { evening, room, view, list, texts, nowMillis, tables } = props;
  const { matches, parties, toCall, isClosed, entries } = evening;
  const { tournamentDesk } = texts;
  const may = useMay();
  const { tables: boards } = useStore(tables.$tables, { ssr: 'initial' });
  const [picked, setPicked] = useState<string | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const places = placesOf(evening, list, view.pending, nowMillis);
  const offered = new Set(places.flatMap(({ offer }) => (offer ? [offer.slot.id] : [])));
  const match = matches.find(({ slot }) => slot.id === picked);
  const entry = list.entries.find(({ id }) => id === opened);
  const pick = ({ slot, sides, state }: Match): void => {
    // Others can't end.
    if (state === 'decided' || sides.every((who) => typeof who === 'number')) setPicked(slot.id);
  };
  const open = ({ id }: PartyEntry): void => setOpened(id);
  const lines = { ...props, pick };
  const at = new Map<string, At>();
  for (const { match: one, isOn, entry: party, table } of places) {
    const state = isOn || party?.state === 'playing' ? 'playing' : 'called';
    if (one) at.set(one.slot.id, { state, table: isolated(tableName(table.title, texts)) });
  }
  const away = [...parties.values()].filter(({ tableId }) => tableId === null);
  const next = toCall.filter(({ match: one }) => !offered.has(one.slot.id));
  const done = matches.filter(({ outcome }) => outcome !== null);
  const different = done.filter(
    ({ played, outcome }) =>
      outcome?.reason === 'played' && played !== null && played.winner !== outcome.winner,
  );
  return (
    <>
      <Podium tournament={evening} texts={texts} />
      {different.map((one) => (
        <p className="alert tournament__difference" key={one.slot.id}>
          <span>
            {formatMessage(tournamentDesk.tonight.differs, { match: pairText(entries, one, texts) })}
          </span>
          <button className="button" type="button" aria-haspopup="dialog" onClick={() => pick(one)}>
            {tournamentDesk.tonight.look}
          </button>
        </p>
      ))}
      {!isClosed && !isOver(matches) && (
        <section className="tournament__part" aria-label={texts.room.tables}>
          <h2 className="subheading">{texts.room.tables}</h2>
          <ul className="listing panel">
            {places.map((place) => (
              <PlaceLine
                key={place.table.id}
                {...lines}
                open={open}
                place={place}
                scored={boards?.find(({ id }) => id === place.table.id)}
              />
            ))}
          </ul>
        </section>
      )}
      {away.length > 0 && (
        <section className="tournament__part" aria-label={texts.room.states.missed}>
          <h2 className="subheading">{texts.room.states.missed}</h2>
          <ul className="listing panel">
            {away.map((party) => (
              <li className="listing__line tournament__line" key={party.id}>
                <PairKey pair={partyName(party, texts)} open={() => setPicked(party.fixture?.slot ?? null)} />
                <button
                  className="button"
                  type="button"
                  disabled={!view.isReached}
                  onClick={() => void room.change(party, { kind: 'leave' })}
                >
                  {tournamentDesk.tonight.callLater}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {next.length > 0 && (
        <section className="tournament__part" aria-label={tournamentDesk.tonight.next}>
          <h2 className="subheading">{tournamentDesk.tonight.next}</h2>
          <Lines {...lines} lines={next.map((one) => ({ match: one.match, note: restText(one, props) }))} />
        </section>
      )}
      <Groups {...props} />
      <section className="tournament__part" aria-label={texts.tournament.bracket}>
        <h2 className="subheading">{texts.tournament.bracket}</h2>
        <PageBracket tournament={evening} matches={matches} texts={texts} at={at} onPick={pick} />
      </section>
      {done.length > 0 && (
        <details className="fold">
          <summary>{tournamentDesk.tonight.done}</summary>
          <Lines
            {...lines}
            lines={[...done].reverse().map((one) => ({ match: one, note: endText(props, one) }))}
          />
        </details>
      )}
      {may.has('run_tournament') && (
        <div className="button-row">
          <Close {...props} />
        </div>
      )}
      {match && <MatchSheet key={match.slot.id} {...props} match={match} onClose={() => setPicked(null)} />}
      {entry && (
        <PartySheet
          room={room}
          list={list}
          reserved={new Set(evening.tables)}
          pending={view.pending}
          texts={texts}
          nowMillis={nowMillis}
          disabled={!view.isReached}
          open={open}
          entry={entry}
          busy={view.pending.entries.has(entry.id)}
          onEdit={null}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
};
