import { formatFailure } from '../../i18n/format.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { isClockKind } from '../../rules/log.ts';
import { createClockText } from '../board/clock-text.ts';
import { ClockDigits } from '../board/ClockDigits.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import type { PartProps } from './props.ts';
import { ResetClock } from './ResetClock.tsx';
import { SetClock } from './SetClock.tsx';
import { notOnAir } from './not-on-air.ts';

/** The clock, including changes made here that aren't on air yet, and its buttons. */
export const MatchClock = ({ desk, texts }: PartProps) => {
  const time = useStore(desk.$time, { ssr: 'initial' });
  const failure = useStore(desk.$clockFailure, { ssr: 'initial' });
  const running = time?.clock.running ?? false;
  const scoring = useStore(desk.$scoring, { ssr: 'initial' });
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  const [asking, setAsking] = useState<'set' | 'reset' | null>(null);
  const close = (): void => setAsking(null);
  const [$text] = useState(() => createClockText(desk));
  const waits = scored?.actions.some(({ seq, kind }) => seq === null && isClockKind(kind)) ?? false;
  return (
    <section className="panel desk__clock" aria-labelledby="clock-title">
      <div className="desk__air-head">
        <h2 className="heading" id="clock-title">
          {texts.dashboard.clock.title}
        </h2>
        <p className={`desk__running ${running ? 'desk__running--on' : ''}`} role="status">
          {time && texts.dashboard.clock[running ? 'running' : 'stopped']}
        </p>
      </div>
      <p className="desk__time" dir="ltr" role="timer">
        <ClockDigits $text={$text} />
      </p>
      <div role="alert" className={failure ? 'alert alert--error' : undefined}>
        {failure && formatFailure(texts.dashboard.clock.failed, failure, texts)}
      </div>
      {/* Clock actions are never held. */}
      <p className="desk__status desk__status--idle" role="status" data-testid="clock-status">
        {waits && notOnAir(scored && { ...scored, held: false }, texts)}
      </p>
      <div className="desk__clock-buttons">
        {(['start', 'stop'] as const).map((action) => (
          <button
            key={action}
            className="button"
            type="button"
            disabled={!scoring}
            onClick={() => desk.moveClock(`clock.${action}`)}
          >
            {texts.dashboard.clock[action]}
          </button>
        ))}
        {(['reset', 'set'] as const).map((action) => (
          <button
            key={action}
            className="button button--quiet"
            type="button"
            disabled={!scored}
            aria-haspopup="dialog"
            onClick={() => setAsking(action)}
          >
            {texts.dashboard.clock[action]}
          </button>
        ))}
      </div>
      {asking && scored && time && (
        <Dialog small title={texts.dashboard.clock[asking]} close={texts.pad.close} onClose={close}>
          {asking === 'set' ? (
            <SetClock
              time={time}
              set={(n) => desk.moveClock('clock.set', { n })}
              nowMillis={desk.serverNow()}
              texts={texts}
              onDone={close}
            />
          ) : (
            <ResetClock
              time={time}
              reset={() => desk.moveClock('clock.reset')}
              texts={texts}
              onDone={close}
            />
          )}
        </Dialog>
      )}
    </section>
  );
};
