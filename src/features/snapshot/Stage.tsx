import type { TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { shownPicture, type SnapshotStatus } from '../../core/snapshot/follow-snapshot.ts';
import { EARLY_PICTURE_ID } from '../../browser/snapshot-early.ts';
import type { SnapshotViewer } from './snapshot.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { Elements } from '../../kit/elements.ts';
import { AgeLine } from './AgeLine.tsx';
import { Glyph } from './Glyph.tsx';
import { useWall } from './useWall.ts';
import { statusTone } from './words.ts';
import { useZoom } from './useZoom.ts';

interface Props {
  readonly viewer: SnapshotViewer;
  readonly texts: TextsOf<'snapshot'>;
  /** Further controls. */
  readonly children: Elements;
}

/** With this constant text, React leaves the element's children alone, including those added by the early script. */
const UNTOUCHED = '';

const helpFor = ({ kind }: SnapshotStatus, texts: TextsOf<'snapshot'>): string | undefined => {
  switch (kind) {
    case 'noUpload':
      return texts.snapshot.noUploadHelp;
    case 'notFound':
      return texts.snapshot.notFoundHelp;
    case 'unreachable':
      return texts.snapshot.unreachableHelp;
    case 'off':
      return texts.snapshot.offHelp;
    default:
      return undefined;
  }
};

interface ToolProps {
  readonly glyph: ComponentProps<typeof Glyph>['name'];
  readonly label: string;
  readonly off: boolean;
  /** Currently without effect. Not disabled, so that it keeps the keyboard focus. */
  readonly idle?: boolean;
  readonly onClick: () => void;
}

const Tool = ({ glyph, label, off, idle, onClick }: ToolProps) => (
  <button
    className="snapshot__tool"
    type="button"
    aria-label={label}
    title={label}
    disabled={off}
    aria-disabled={idle}
    onClick={onClick}
  >
    <Glyph name={glyph} />
  </button>
);

/** The picture in its frame, its age, and the viewing controls. */
export const Stage = ({ viewer, texts, children }: Props) => {
  const viewing = useStore(viewer.$viewing, { ssr: 'initial' });
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const picture = shownPicture(viewing);
  const zoom = useZoom(frame, sheet, picture !== undefined);
  const { isWall, isIdle, toggle } = useWall(stage);
  const { status, query, earlier } = viewing;
  const isWhole = picture !== undefined && zoom.scale <= 1;
  const isOver = picture !== undefined || status.kind === 'off';

  useLayoutEffect(() => {
    if (isOver) place.current?.replaceChildren();
  }, [isOver]);

  const help = picture ? undefined : helpFor(status, texts);
  return (
    <div
      className={`snapshot__stage ${isWall ? 'snapshot__stage--wall' : ''} ${isIdle ? 'snapshot__stage--idle' : ''}`}
      ref={stage}
    >
      <div
        className="snapshot__frame"
        ref={frame}
        aria-busy={statusTone(status) === 'busy'}
        {...(picture && { role: 'group', tabIndex: 0, 'aria-label': texts.snapshot.frame })}
        onKeyDown={zoom.onKeyDown}
        data-scale={zoom.scale}
        data-testid="snapshot-frame"
      >
        <div className="snapshot__sheet" ref={sheet}>
          <div className="snapshot__early" id={EARLY_PICTURE_ID} ref={place}>
            {UNTOUCHED}
          </div>
          {picture && (
            <img
              className="snapshot__image"
              data-testid="snapshot-image"
              src={picture.source}
              alt={formatMessage(texts.snapshot.imageAlt, { match: query?.match ?? '' })}
              referrerPolicy="no-referrer"
              decoding="sync"
              draggable={false}
            />
          )}
        </div>
        {help !== undefined && <p className="snapshot__help">{help}</p>}
      </div>

      <div className="snapshot__bar">
        <AgeLine viewer={viewer} texts={texts} />
        {earlier && (
          <button className="button snapshot__back" type="button" onClick={viewer.toLatest}>
            {texts.snapshot.toLatest}
          </button>
        )}
        <div className="snapshot__tools">
          <Tool
            glyph="zoomOut"
            label={texts.snapshot.zoomOut}
            off={!picture}
            idle={isWhole}
            onClick={zoom.zoomOut}
          />
          <Tool glyph="zoomIn" label={texts.snapshot.zoomIn} off={!picture} onClick={zoom.zoomIn} />
          <Tool
            glyph="whole"
            label={texts.snapshot.zoomReset}
            off={!picture}
            idle={isWhole}
            onClick={zoom.reset}
          />
          {children}
          <Tool
            glyph={isWall ? 'leave' : 'wall'}
            label={isWall ? texts.snapshot.leaveFullScreen : texts.snapshot.fullScreen}
            off={!query}
            onClick={toggle}
          />
        </div>
      </div>
    </div>
  );
};
