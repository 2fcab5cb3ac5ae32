import { formatScore } from '../../core/overlay/score.ts';
import type { FitSizes } from './fit-text.ts';
import { Fitted } from './Fitted.tsx';
import { Said } from './Said.tsx';
import type { LayoutTexts } from './texts.ts';

interface Props {
  readonly frames: readonly [number, number];
  readonly bestOf: number | null;
  readonly texts: LayoutTexts;
}

const SIZES: FitSizes = { largest: 38, smallestInOneLine: 12, smallestUnbroken: 12, smallest: 12 };

/** The frames of a snooker match, between the points. */
export const Frames = ({ frames: [first, second], bestOf, texts }: Props) => (
  <div className="on-air__frames on-air__tile">
    <div className="on-air__frames-won">
      <Fitted text={formatScore(first)} className="on-air__frame-count" testId="overlay-s1" sizes={SIZES} />
      <span className="on-air__frames-dash" aria-hidden="true" />
      <Fitted text={formatScore(second)} className="on-air__frame-count" testId="overlay-s2" sizes={SIZES} />
    </div>
    {bestOf !== null && (
      <Said texts={texts} className="on-air__best-of" testId="overlay-best-of">
        {texts.bestOf} <bdi>{bestOf}</bdi>
      </Said>
    )}
  </div>
);
