import type { CSSProperties } from 'react';
import type { ShotFace as Face } from '../../core/clock/shot-face.ts';

/** A shot's seconds, and a bar that breaks into blocks when low. Both run from left to right in every language. */
export const ShotFace = ({ face, title }: { readonly face: Face; readonly title: string }) => (
  <div
    className="pad-shot__face"
    role="timer"
    aria-label={title}
    data-low={face.low}
    data-over={face.over}
    data-running={face.running}
  >
    <span className="pad-shot__seconds" data-testid="pad-shot">
      {face.seconds}
    </span>
    <span className="pad-shot__bar" dir="ltr" aria-hidden="true">
      <span className="pad-shot__left" style={{ '--part': face.part } as CSSProperties} />
    </span>
  </div>
);
