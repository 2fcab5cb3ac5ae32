import { matchTimeText, type MatchTime } from '../../core/clock/match-time.ts';
import { STOPPED } from '../../core/match/clocks.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { DeskTexts } from '../../kit/venue-texts.ts';

interface Props {
  readonly time: MatchTime;
  readonly reset: () => void;
  readonly texts: DeskTexts;
  readonly onDone: () => void;
}

/** Asks for confirmation before resetting the clock, because the elapsed time is lost. */
export const ResetClock = ({ time, reset, texts, onDone }: Props) => (
  <div className="desk__set-clock">
    <p>
      {formatMessage(texts.dashboard.clock.resetWarning, {
        time: matchTimeText({ ...time, clock: STOPPED }, 0),
      })}
    </p>
    <button
      className="button button--primary button--large"
      type="button"
      onClick={() => {
        reset();
        onDone();
      }}
    >
      {texts.dashboard.clock.reset}
    </button>
  </div>
);
