import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { ReadableAtom } from 'nanostores';
import { matchTimeText, type MatchTime } from '../../core/clock/match-time.ts';
import { isWarning, shotLeftSeconds, shotSecond, type ShotClock } from '../../rules/shot.ts';
import { Icon } from '../../kit/Icon.tsx';
import { useAt } from '../../kit/useAt.ts';

interface Props {
  readonly texts: VenueTexts;
  readonly $serverMillis: ReadableAtom<number>;
}

/** A match's clock; shows pause bars while stopped. */
export const TableClock = ({ texts, $serverMillis, time }: Props & { readonly time: MatchTime }) => {
  const text = useAt($serverMillis, (millis) => matchTimeText(time, millis));
  const { clock, minutes } = time;
  const [running, stopped] =
    minutes === null
      ? [texts.overlay.clock, texts.tables.clockStopped]
      : [texts.overlay.timeLeft, texts.tables.timeLeftStopped];
  return (
    <p className={`tables__clock ${clock.running ? '' : 'tables__clock--stopped'}`} dir="ltr">
      {!clock.running && <Icon name="hold" />}
      <span className="visually-hidden">{`${clock.running ? running : stopped} `}</span>
      <span>{text}</span>
    </p>
  );
};

/** A shot clock: its seconds, and a bar that breaks into blocks when time is low. */
export const TableShot = ({ texts, $serverMillis, shot }: Props & { readonly shot: ShotClock }) => {
  const second = useAt($serverMillis, (millis) => shotSecond(shot, millis));
  const low = useAt(
    $serverMillis,
    (millis) => isWarning(shot, millis) || shotLeftSeconds(shot, millis) === 0,
  );
  return (
    <p className={`tables__shot ${low ? 'tables__shot--low' : ''}`} dir="ltr">
      <span className="visually-hidden">{`${texts.overlay.shotClock} `}</span>
      <span>{second}</span>
      <meter
        className="tables__bar"
        aria-hidden="true"
        max={shot.seconds}
        value={Math.min(second, shot.seconds)}
      />
    </p>
  );
};
