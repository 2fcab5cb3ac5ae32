import type { Notice } from '../../core/overlay/bar.ts';
import { Said } from './Said.tsx';
import type { LayoutTexts } from './texts.ts';

interface Props {
  readonly notice: Notice;
  readonly texts: LayoutTexts;
}

/** One thing that is said of a side. */
export const NoticeChip = ({ notice, texts }: Props) => (
  <Said texts={texts} className="on-air__chip" testId={`overlay-${notice.kind}`} notice={notice.kind}>
    {notice.kind === 'breaks' && <span className="ball ball--cue" aria-hidden="true" />}
    {texts[notice.kind]}
    {'count' in notice && <bdi className="on-air__count">{notice.count}</bdi>}
    {notice.kind === 'break' && notice.balls.length > 0 && (
      <span className="on-air__balls" aria-hidden="true">
        {notice.balls.map((ball, index) => (
          // A ball keeps its place in the break, so that the newest alone comes in.
          <span key={notice.before + index} className={`ball ball--${ball}`} />
        ))}
      </span>
    )}
  </Said>
);
