import type { TextsOf } from '../../i18n/texts.ts';
import type { BoardClocks } from './board-clocks.ts';
import type { Drawn } from '../../core/overlay/drawn.ts';
import { ClockDigits } from './ClockDigits.tsx';

interface Props {
  readonly shown: Drawn;
  readonly clocks: BoardClocks;
  readonly texts: TextsOf<'overlay'>;
}

/** The match's time: played, or left if it ends by time. */
export const MatchClock = ({ shown, clocks, texts }: Props) =>
  shown.hasClock && (
    <span
      className="on-air__clock"
      data-testid="overlay-clock"
      role="timer"
      lang={texts.locale}
      aria-label={texts.overlay[shown.minutes === null ? 'clock' : 'timeLeft']}
    >
      <ClockDigits $text={clocks.$clockText} />
    </span>
  );
