import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createSnapshotViewer, type SnapshotStatus } from '../stores/site/snapshot.ts';
import type { SnapshotStatusTexts, SnapshotTexts } from './snapshot-texts.ts';
import { snapshotEnvironment } from '../stores/environment/snapshot.ts';

interface Props {
  readonly texts: SnapshotTexts;
  readonly statusTexts: SnapshotStatusTexts;
}

const statusText = (status: SnapshotStatus, texts: SnapshotStatusTexts): string => {
  switch (status.kind) {
    case 'server':
      return status.text;
    case 'link':
      return status.link;
    // The error catalogue's fallback; the help beside it tells what is known.
    case 'unreachable':
      return texts.noUpload;
    default:
      return texts[status.kind];
  }
};

/** What the status is to the eye: work going on, all well, or something to act on. */
const statusTone = ({ kind }: SnapshotStatus): string => {
  switch (kind) {
    case 'loading':
    case 'fetching':
    case 'loadingImage':
    case 'inline':
      return 'busy';
    case 'ready':
    case 'copied':
    case 'link':
      return 'good';
    default:
      return 'bad';
  }
};

export default function SnapshotViewer({ texts, statusTexts }: Props) {
  const [viewer] = useState(() => createSnapshotViewer(snapshotEnvironment));
  const { status, query, image, isBusy } = useStore(viewer.$snapshot, { ssr: 'initial' });
  const match = query?.match ?? '';
  // A table that isn't in the list is still the one on screen.
  const current = query ? (query.table ?? query.match) : '';
  const tables =
    query && !query.tables.includes(current) ? [current, ...query.tables] : (query?.tables ?? []);
  const help = new Map([
    ['missing', texts.emptyHelp],
    ['noUpload', texts.noUploadHelp],
    ['unreachable', texts.unreachableHelp],
  ]).get(status.kind);
  const [beforeMatch, afterMatch] = texts.match.split('{match}');

  return (
    <div className="snapshot">
      <div className="snapshot__frame" aria-busy={isBusy}>
        {image ? (
          <img
            className="snapshot__image"
            data-testid="snapshot-image"
            src={image.source}
            alt={texts.imageAlt.replaceAll('{match}', () => match)}
            referrerPolicy="no-referrer"
            decoding="sync"
          />
        ) : (
          <div className="snapshot__empty">{help !== undefined && <p>{help}</p>}</div>
        )}
      </div>

      <div className="snapshot__panel panel">
        <p className="snapshot__match" hidden={!query}>
          {beforeMatch}
          <bdi>{match}</bdi>
          {afterMatch}
        </p>
        <p
          className={`snapshot__status snapshot__status--${statusTone(status)}`}
          role="status"
          dir="auto"
          data-testid="snapshot-status"
        >
          {statusText(status, statusTexts)}
        </p>

        <div className="snapshot__controls" hidden={status.kind === 'missing'}>
          <div className="field">
            <label className="field__label" htmlFor="snapshot-table">
              {texts.board}
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
                    {table.toUpperCase()}
                  </option>
                ))}
              </select>
            </div>
          </div>
          <div className="snapshot__buttons">
            <button
              className="button button--primary"
              type="button"
              disabled={!query}
              onClick={() => void viewer.refresh()}
            >
              {texts.refresh}
            </button>
            {image ? (
              <a className="button" href={image.download} download="scoreboard.jpg" rel="noreferrer">
                {texts.download}
              </a>
            ) : (
              <a className="button" role="link" aria-disabled="true">
                {texts.download}
              </a>
            )}
            <button
              className="button"
              type="button"
              disabled={!query}
              onClick={() => void viewer.share(texts.shareTitle)}
            >
              {texts.share}
            </button>
            <button className="button" type="button" disabled={!query} onClick={() => void viewer.copyLink()}>
              {texts.copyLink}
            </button>
          </div>
        </div>
      </div>
    </div>
  );
}
