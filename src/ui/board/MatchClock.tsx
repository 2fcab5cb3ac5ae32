import type { BoardClocks } from '../../stores/clock/board-clocks.ts';
import { ClockDigits } from './ClockDigits.tsx';
import type { LayoutTexts } from './texts.ts';

interface Props {
  readonly clocks: BoardClocks;
  readonly texts: LayoutTexts;
}

/** The match's time. */
export const MatchClock = ({ clocks, texts }: Props) => (
  <span
    className="on-air__clock"
    data-testid="overlay-clock"
    role="timer"
    lang={texts.lang}
    aria-label={texts.clock}
  >
    <ClockDigits $text={clocks.$clockText} />
  </span>
);
