import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ClockDigits } from '../board/ClockDigits.tsx';
import { Dialog } from '../Dialog.tsx';
import type { PartProps } from './part.ts';
import { SetClock } from './SetClock.tsx';
import { reasonOf } from './texts.ts';

/** The clock as it is on air, and its buttons. */
export const MatchClock = ({ desk, texts }: PartProps) => {
  const { board } = useStore(desk.$live, { ssr: 'initial' });
  const failure = useStore(desk.$clockFailure, { ssr: 'initial' });
  const running = board?.clock.running ?? false;
  const scoring = useStore(desk.$scoring, { ssr: 'initial' });
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  const [setting, setSetting] = useState(false);
  return (
    <section className="panel desk__clock" aria-labelledby="clock-title">
      <div className="desk__air-head">
        <h2 className="desk__heading" id="clock-title">
          {texts['clock.title']}
        </h2>
        <p className={`desk__running ${running ? 'desk__running--on' : ''}`} role="status">
          {board && texts[running ? 'clock.running' : 'clock.stopped']}
        </p>
      </div>
      <p className="desk__time" dir="ltr" role="timer">
        <ClockDigits $text={desk.clocks.$clockText} />
      </p>
      <div role="alert" className={failure ? 'alert alert--error' : undefined}>
        {failure && texts.clockFailed[reasonOf(failure)]}
      </div>
      <div className="desk__clock-buttons">
        {(['start', 'stop', 'reset'] as const).map((action) => (
          <button
            key={action}
            className={`button ${action === 'reset' ? 'button--quiet' : ''}`}
            type="button"
            disabled={!scoring}
            onClick={() => void desk.moveClock(action)}
          >
            {texts[`clock.${action}`]}
          </button>
        ))}
        <button
          className="button button--quiet"
          type="button"
          disabled={!scored}
          onClick={() => setSetting(true)}
        >
          {texts['clock.set']}
        </button>
      </div>
      {setting && scored && scoring && (
        <Dialog small title={texts['clock.set']} close={texts.pad.close} onClose={() => setSetting(false)}>
          <SetClock
            scored={scored}
            scoring={scoring}
            nowMillis={desk.serverNow()}
            texts={texts}
            onDone={() => setSetting(false)}
          />
        </Dialog>
      )}
    </section>
  );
};
