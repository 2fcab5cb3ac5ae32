import type { DeskTexts } from '../../kit/venue-texts.ts';
import { useState, type SubmitEvent } from 'react';
import { parseClock } from '../../core/clock/count-up.ts';
import { countedAt, matchTimeText, type MatchTime } from '../../core/clock/match-time.ts';
import { TextField } from '../match/TextField.tsx';

interface Props {
  readonly time: MatchTime;
  /** Sets the clock, in seconds. Returns whether that worked. */
  readonly set: (seconds: number) => boolean;
  readonly nowMillis: number;
  readonly texts: DeskTexts;
  readonly onDone: () => void;
}

/** Sets the clock to a typed time, played or left, without starting or stopping it. */
export const SetClock = ({ time, set, nowMillis, texts, onDone }: Props) => {
  const [typed, setTyped] = useState(() => matchTimeText(time, nowMillis));
  const shown = parseClock(typed);
  const seconds = shown === null ? null : countedAt(time, shown);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (seconds !== null && set(seconds)) onDone();
  };
  return (
    <form className="desk__set-clock" method="post" noValidate onSubmit={submit}>
      <TextField
        texts={texts}
        numeric="time"
        label={texts.dashboard.clock[time.minutes === null ? 'time' : 'timeLeft']}
        value={typed}
        onType={setTyped}
        problem={seconds === null ? { problem: 'time' } : undefined}
      />
      <button className="button button--primary button--large" type="submit">
        {texts.dashboard.clock.set}
      </button>
    </form>
  );
};
