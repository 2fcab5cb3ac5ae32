import type { Areas, TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { isolated } from '../../i18n/isolated.ts';
import { screenTitle } from '../../core/branding/branding.ts';
import { titleAt } from '../../core/results/shared-title.ts';
import { whatsAppLink } from '../../core/snapshot/snapshot-links.ts';
import { shownPicture } from '../../core/snapshot/follow-snapshot.ts';
import { EARLY_STATUS_ID } from '../../browser/snapshot-early.ts';
import type { SnapshotViewer } from './snapshot.ts';
import { formatMessage, around } from '../../i18n/format.ts';
import { usePageTitle } from '../../kit/usePageTitle.ts';
import { Glyph } from './Glyph.tsx';
import { statusText, statusTone } from './words.ts';

const TableQr = lazy(() => import('./TableQr.tsx'));

interface Props {
  readonly viewer: SnapshotViewer;
  readonly texts: PanelTexts;
}

export type PanelTexts = TextsOf<'network' | 'snapshot'> & {
  readonly overlay: Pick<Areas['overlay'], 'numberedTable'>;
};

/** The table, the status, and the actions for the picture and its link. */
export const Panel = ({ viewer, texts }: Props) => {
  const viewing = useStore(viewer.$viewing, { ssr: 'initial' });
  const [isQrOpen, setIsQrOpen] = useState(false);
  const { status, copy, query, trouble, facts } = viewing;
  const { title, venue } = facts;
  const said = copy ?? status;
  const picture = shownPicture(viewing);
  const match = query?.match ?? '';
  // The table on screen may not be in the list.
  const current = query ? (query.table ?? query.match) : '';
  const known = query?.given.boards === undefined ? facts.tables : undefined;
  const listed = known?.map(({ table }) => table) ?? query?.tables ?? [];
  const tables = query && !listed.includes(current) ? [current, ...listed] : listed;
  // An unnamed table's title is just its id.
  const nameOf = (table: string, named: string | undefined): string | undefined =>
    named?.toUpperCase() === table.toUpperCase()
      ? undefined
      : named && screenTitle(named, texts.overlay.numberedTable);
  const name = nameOf(current, title);
  const optionOf = (table: string): string => {
    const titleOf = facts.tables?.find((one) => one.table === table)?.title;
    const said = nameOf(table, table === current ? title : titleOf);
    return [said && isolated(said), table.toUpperCase()].filter(Boolean).join(' · ');
  };
  // The name is unknown before the first answer.
  const isNamed = name !== undefined || !['loading', 'fetching', 'loadingImage'].includes(status.kind);
  const heading =
    name === undefined ? formatMessage(texts.snapshot.match, { match: isolated(match) }) : isolated(name);
  usePageTitle(query && isNamed ? titleAt(heading, venue ?? '') : undefined);
  const [beforeMatch, afterMatch] = around(texts.snapshot.match, 'match');
  const links = useStore(viewer.$links, { ssr: 'initial' });
  const shareTitle = [[name, venue].filter(Boolean).join(', '), texts.snapshot.shareTitle]
    .filter(Boolean)
    .join(' – ');
  const unavailable = { role: 'link', 'aria-disabled': true } as const;

  return (
    <div className="snapshot__panel panel">
      <div className="snapshot__name">
        {venue !== undefined && (
          <p className="snapshot__venue">
            <bdi translate="no">{venue}</bdi>
          </p>
        )}
        {name !== undefined && (
          <h2 className="snapshot__title">
            <bdi translate="no">{name}</bdi>
          </h2>
        )}
        {query && name === undefined && (
          <p className="snapshot__title">
            <span>{beforeMatch}</span>
            <bdi translate="no">{match}</bdi>
            <span>{afterMatch}</span>
          </p>
        )}
      </div>
      <div className="snapshot__state">
        <p
          className={`snapshot__status snapshot__status--${statusTone(said)}`}
          role="status"
          dir="auto"
          data-testid="snapshot-status"
        >
          <span id={EARLY_STATUS_ID} suppressHydrationWarning>
            {statusText(said, texts)}
          </span>
        </p>
        {status.kind === 'missing' && <p className="snapshot__trouble">{texts.snapshot.emptyHelp}</p>}
        {trouble && (status.kind === 'ready' || (picture && status.kind === 'unreachable')) && (
          <p className="snapshot__trouble" data-testid="snapshot-trouble">
            {formatMessage(texts.snapshot.trouble, {
              what: trouble.kind === 'unreachable' ? texts.snapshot.noAnswer : statusText(trouble, texts),
            })}
          </p>
        )}
        <button
          className="button snapshot__refresh"
          type="button"
          disabled={!query}
          hidden={status.kind === 'missing'}
          onClick={viewer.refresh}
        >
          <Glyph name="refresh" />
          <span>{texts.snapshot.refresh}</span>
        </button>
      </div>

      <div className="snapshot__controls" hidden={status.kind === 'missing'}>
        <div className="field">
          <label className="field__label" htmlFor="snapshot-table">
            {texts.snapshot.board}
          </label>
          <div className="snapshot__select">
            <select
              className="field__control snapshot__select-control"
              id="snapshot-table"
              value={current}
              disabled={!query}
              onChange={({ target }) => viewer.chooseTable(target.value)}
            >
              {tables.map((table) => (
                <option key={table} value={table}>
                  {optionOf(table)}
                </option>
              ))}
            </select>
          </div>
        </div>
        <div className="snapshot__buttons">
          <button
            className="button button--primary snapshot__share"
            type="button"
            disabled={!query}
            onClick={() => void viewer.share(shareTitle)}
          >
            <Glyph name="share" />
            <span>{texts.snapshot.share}</span>
          </button>
          <a
            className="button"
            {...(links
              ? { href: whatsAppLink(shareTitle, links.picture), target: '_blank', rel: 'noreferrer' }
              : unavailable)}
          >
            <Glyph name="message" />
            <span>{texts.snapshot.whatsApp}</span>
          </a>
          <button className="button" type="button" disabled={!query} onClick={() => void viewer.copyLink()}>
            <Glyph name="copy" />
            <span>{texts.snapshot.copyLink}</span>
          </button>
          <button className="button" type="button" disabled={!query} onClick={() => setIsQrOpen(true)}>
            <Glyph name="qr" />
            <span>{texts.snapshot.qr}</span>
          </button>
          <a
            className="button"
            {...(picture
              ? { href: picture.download, download: 'scoreboard.jpg', rel: 'noreferrer' }
              : unavailable)}
          >
            <Glyph name="download" />
            <span>{texts.snapshot.download}</span>
          </a>
        </div>
      </div>
      {isQrOpen && links && (
        <Suspense>
          <TableQr texts={texts} link={links.table} onClose={() => setIsQrOpen(false)} />
        </Suspense>
      )}
    </div>
  );
};
