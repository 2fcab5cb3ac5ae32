import type { TextsOf } from '../../i18n/texts.ts';
import type { BoardClocks } from '../../stores/clock/board-clocks.ts';
import { ClockDigits } from './ClockDigits.tsx';

interface Props {
  readonly clocks: BoardClocks;
  readonly texts: TextsOf<'overlay'>;
}

/** The match's time. */
export const MatchClock = ({ clocks, texts }: Props) => (
  <span
    className="on-air__clock"
    data-testid="overlay-clock"
    role="timer"
    lang={texts.locale}
    aria-label={texts.overlay.clock}
  >
    <ClockDigits $text={clocks.$clockText} />
  </span>
);
