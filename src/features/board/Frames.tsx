import type { TextsOf } from '../../i18n/texts.ts';
import type { Shown } from '../../rules/shown.ts';
import type { Elements } from '../../kit/elements.ts';
import type { FitSizes } from './fit-text.ts';
import { Said } from './Said.tsx';
import { FrameCount } from './Score.tsx';

interface Props {
  readonly shown: Shown;
  readonly sizes: FitSizes;
  readonly texts: TextsOf<'overlay'>;
  readonly children?: Elements;
}

/** The frames of a snooker match, between the points. */
export const Frames = ({ shown, sizes, texts, children }: Props) => (
  <div className="on-air__frames on-air__tile">
    <div className="on-air__frames-won">
      <FrameCount shown={shown} side="A" sizes={sizes} />
      <span className="on-air__frames-dash" aria-hidden="true" />
      <FrameCount shown={shown} side="B" sizes={sizes} />
    </div>
    {shown.bestOf !== null && (
      <Said texts={texts} className="on-air__best-of" testId="overlay-best-of">
        <span>{texts.overlay.bestOf}</span> <bdi translate="no">{shown.bestOf}</bdi>
      </Said>
    )}
    {children}
  </div>
);
