import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { snapshotEnvironment } from '../../browser/snapshot.ts';
import { screenTitle } from '../../core/branding/branding.ts';
import { titleAt } from '../../core/results/shared-title.ts';
import type { FollowedTournament } from '../../core/tournament/follow-tournament.ts';
import { isOver } from '../../core/tournament/bracket.ts';
import { nextOf, type Next } from '../../core/tournament/next.ts';
import type { PublicTournament } from '../../core/tournament/shown.ts';
import { entryName, entryText, pairText, roundText } from '../../core/tournament/words.ts';
import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import type { Areas, TextsOf } from '../../i18n/texts.ts';
import { SelectField } from '../../kit/SelectField.tsx';
import { usePageTitle } from '../../kit/usePageTitle.ts';
import { PageBracket } from '../tournament/Bracket.tsx';
import { GroupTables } from '../tournament/GroupTables.tsx';
import { Podium } from '../tournament/Podium.tsx';
import { createTournamentViewer, type TournamentViewer } from './tournament.ts';

/** The texts of a tournament's page, without those that are there before its island. */
export type TournamentTexts = TextsOf<'tournament'> & {
  readonly overlay: Pick<Areas['overlay'], 'numberedTable'>;
  readonly tournamentPage: Omit<Areas['tournamentPage'], 'noscript' | 'shared' | 'title' | 'winner'>;
};

interface Props {
  readonly shown: PublicTournament;
  readonly texts: TournamentTexts;
}

const tableText = (table: string, { overlay }: TournamentTexts): string =>
  screenTitle(table, overlay.numberedTable);

/** When and where the chosen entry plays, in a sentence. */
const nextText = (next: Next, { shown, texts }: Props): string => {
  const { next: said } = texts.tournamentPage;
  if (next.kind === 'known') {
    const { place, other } = next;
    const table = place ? isolated(tableText(place.table, texts)) : '';
    return formatMessage<string>(said[place?.state ?? 'ready'], {
      name: entryText(shown.entries, other, texts),
      table,
    });
  }
  if (next.kind !== 'after' || !next.before) return said[next.kind === 'after' ? 'later' : next.kind];
  return formatMessage(said.after, { match: pairText(shown.entries, next.before, texts) });
};

const Own = ({ viewer, ...props }: Props & { readonly viewer: TournamentViewer }) => {
  const { shown, texts } = props;
  const own = useStore(viewer.$own);
  const { tournamentPage } = texts;
  const isEntry = own !== null && shown.entries.has(own);
  const next = isEntry ? nextOf(shown, own) : null;
  const names = [...shown.entries.keys()]
    .map((entry) => [entry, entryName(shown.entries, entry, texts)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, texts.locale, { numeric: true }));
  return (
    <section className="tournament-page__own panel" aria-label={tournamentPage.when}>
      <h2>{tournamentPage.when}</h2>
      <SelectField
        label={tournamentPage.name}
        value={isEntry ? own : ''}
        onChoose={(entry) => viewer.choose(Number(entry) || null)}
      >
        <option value="">{tournamentPage.choose}</option>
        {names.map(([entry, name]) => (
          <option key={entry} value={entry} translate="no">
            {name}
          </option>
        ))}
      </SelectField>
      <div role="status" data-testid="own-next">
        {next && (
          <>
            {'match' in next && (
              <p className="tournament-page__round">{roundText(next.match.slot, shown, texts)}</p>
            )}
            <p className="tournament-page__next">
              <bdi translate="yes">{nextText(next, props)}</bdi>
            </p>
          </>
        )}
      </div>
    </section>
  );
};

const Shown = ({ viewer, ...props }: Props & { readonly viewer: TournamentViewer }) => {
  const { shown, texts } = props;
  const own = useStore(viewer.$own);
  const { tournamentPage } = texts;
  const isDrawn = shown.matches.length > 0;
  const at = new Map(
    [...shown.at].map(([slot, { state, table }]) => [
      slot,
      { state, table: isolated(tableText(table, texts)) },
    ]),
  );
  return (
    <div className="tournament-page__shown">
      <header>
        <h2 className="tournament-page__name">
          <bdi translate="no">{shown.title}</bdi>
        </h2>
        {shown.venue !== '' && (
          <p className="tournament-page__venue">
            <bdi translate="no">{shown.venue}</bdi>
          </p>
        )}
      </header>
      {isDrawn ? (
        <>
          <Podium tournament={shown} texts={texts} />
          {/* Once it is over, only those who asked before. */}
          {(own !== null || !isOver(shown.matches)) && <Own viewer={viewer} {...props} />}
          {shown.format.groups > 0 && (
            <section aria-label={texts.tournament.groups}>
              <h2 className="tournament-page__heading">{texts.tournament.groups}</h2>
              <GroupTables tournament={shown} texts={texts} />
            </section>
          )}
          <section aria-labelledby="bracket">
            <h2 className="tournament-page__heading" id="bracket">
              {texts.tournament.bracket}
            </h2>
            <PageBracket
              region="bracket"
              tournament={shown}
              matches={shown.matches}
              texts={texts}
              at={at}
              highlight={own}
            />
          </section>
        </>
      ) : (
        <section className="panel tournament-page__players">
          <p>{tournamentPage.notDrawn}</p>
          {shown.entries.size > 0 && (
            <>
              <h2>{texts.tournament.players}</h2>
              <ul>
                {[...shown.entries.keys()].map((entry) => (
                  <li key={entry}>
                    <bdi translate="no">{entryName(shown.entries, entry, texts)}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
    </div>
  );
};

/** The tab's title; undefined until known. */
const tabTitle = (followed: FollowedTournament, { tournamentPage }: TournamentTexts): string | undefined => {
  if (followed.kind === 'shown') return titleAt(isolated(followed.shown.title), followed.shown.venue);
  return followed.kind === 'unknown' || followed.kind === 'gone' ? tournamentPage[followed.kind] : undefined;
};

/** A tournament's public page: its bracket, and when and where a visitor plays. */
export const TournamentPage = ({ texts }: { readonly texts: TournamentTexts }) => {
  const [viewer] = useState(() => createTournamentViewer(snapshotEnvironment));
  const followed = useStore(viewer.$tournament, { ssr: 'initial' });
  const { tournamentPage } = texts;
  usePageTitle(tabTitle(followed, texts));
  switch (followed.kind) {
    case 'loading':
      return (
        <p className="status" role="status">
          <span className="loading">{tournamentPage.loading}</span>
        </p>
      );
    case 'unknown':
    case 'gone':
      return (
        <div className="status" role="status" data-testid="tournament-missing">
          <p>
            <strong>{tournamentPage[followed.kind]}</strong>
          </p>
          <p>{tournamentPage[`${followed.kind}Help`]}</p>
        </div>
      );
    case 'failed':
      return (
        <div className="alert" role="alert">
          <p>{tournamentPage.failed}</p>
          <button className="button" type="button" onClick={viewer.refresh}>
            {tournamentPage.retry}
          </button>
        </div>
      );
    case 'shown':
      return <Shown viewer={viewer} shown={followed.shown} texts={texts} />;
    default:
      return followed satisfies never;
  }
};
