import type { DeskTexts } from './props.ts';
import { useState, type SubmitEvent } from 'react';
import { elapsedSeconds, formatClock, parseClock } from '../../core/clock/count-up.ts';
import type { Scored } from '../../stores/match/scoring.ts';
import { Typed } from '../match/Typed.tsx';

interface Props {
  readonly scored: Scored;
  /** Sets the clock, in seconds. Returns whether it did. */
  readonly set: (seconds: number) => boolean;
  readonly nowMillis: number;
  readonly texts: DeskTexts;
  readonly onDone: () => void;
}

/** Sets the clock to a typed time, without starting or stopping it. */
export const SetClock = ({ scored, set, nowMillis, texts, onDone }: Props) => {
  const [typed, setTyped] = useState(() => formatClock(elapsedSeconds(scored.clock, nowMillis)));
  const seconds = parseClock(typed);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (seconds !== null && set(seconds)) onDone();
  };
  return (
    <form className="desk__set-clock" method="post" noValidate onSubmit={submit}>
      <Typed
        texts={texts}
        numeric="time"
        label={texts.dashboard.clock.time}
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
