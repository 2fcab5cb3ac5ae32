import type { TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import { downloadAddress } from '../../core/snapshot/viewer.ts';
import { shownPicture } from '../../core/snapshot/follow-snapshot.ts';
import type { SnapshotViewer } from './snapshot.ts';
import { formatMessage } from '../../i18n/format.ts';
import { formatPictureTime } from './words.ts';

interface Props {
  readonly viewer: SnapshotViewer;
  readonly texts: TextsOf<'snapshot'>;
  readonly nowMillis: number;
}

/** A table's recent pictures, newest first. */
export default function Earlier({ viewer, texts, nowMillis }: Props) {
  const history = useStore(viewer.history.$history);
  const viewing = useStore(viewer.$viewing);
  const small = viewing.host?.small;
  if (history.kind !== 'open') {
    const text = {
      failed: texts.snapshot.historyFailed,
      none: texts.snapshot.historyNone,
      loading: texts.snapshot.status.loading,
    };
    return (
      <p className="snapshot__strip-note">
        {history.kind !== 'closed' && (
          <span className={history.kind === 'loading' ? 'loading' : undefined}>{text[history.kind]}</span>
        )}
      </p>
    );
  }
  if (history.pictures.length === 0)
    return <p className="snapshot__strip-note">{texts.snapshot.historyNone}</p>;
  const shown = shownPicture(viewing)?.id;
  return (
    <ol className="snapshot__strip" aria-label={texts.snapshot.history}>
      {history.pictures.map((picture) => {
        const isLatest = picture.id === viewing.latest?.id;
        const time = formatPictureTime(picture.capturedMillis, nowMillis, texts.locale);
        return (
          <li key={picture.id}>
            <button
              className="snapshot__thumb"
              type="button"
              aria-current={picture.id === shown}
              aria-label={formatMessage(isLatest ? texts.snapshot.isLatest : texts.snapshot.isEarlier, {
                time,
              })}
              onClick={() => viewer.goBack(picture)}
            >
              {small !== undefined && (
                <img
                  src={downloadAddress(small, picture.id)}
                  alt=""
                  width={480}
                  height={270}
                  loading="lazy"
                />
              )}
              <span className="snapshot__thumb-time">
                <bdi translate="yes">{time}</bdi>
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
