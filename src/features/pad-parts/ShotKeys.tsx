import type { CSSProperties, ReactNode } from 'react';
import type { ShotSettings } from '../../rules/shot.ts';
import type { ShotClock } from '../../rules/shot.ts';
import { formatMessage } from '../../i18n/format.ts';
import { Icon } from '../../kit/Icon.tsx';
import type { PartProps } from './props.ts';
import { settingsOf, shotResume, shotStart } from './shot.ts';
import type { ShotFace } from '../../core/clock/shot-face.ts';
import { useShotFace } from './useShotFace.ts';

export interface ShotProps extends PartProps {
  readonly shot: ShotClock;
  /** The match's own shot clock settings. */
  readonly settings: ShotSettings | null;
  readonly serverNow: () => number;
}

interface Props extends ShotProps {
  /** The keys for an extension of this many seconds; null if the game has none. */
  readonly extensions: ((seconds: number) => ReactNode) | null;
  /** The keys for the time foul. */
  readonly timeFoul: () => ReactNode;
}

/** A shot's seconds, and a bar that breaks into blocks when low. Both run from left to right in every language. */
const Face = ({ face, title }: { readonly face: ShotFace; readonly title: string }) => (
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

/** The shot clock: its seconds, one wide key for a new shot, pause, extensions, and the foul when the time is up. */
export const ShotKeys = ({
  shot,
  settings: known,
  serverNow,
  scoring,
  texts,
  tap,
  extensions,
  timeFoul,
}: Props) => {
  const face = useShotFace(scoring, serverNow);
  const settings = settingsOf(known, shot);
  if (!face) return null;
  const isOver = face.over && shot.endsAtMillis !== null;
  const start = (seconds: number) => tap('shot.start', shotStart(seconds, settings), 'end');
  const { afterBreakSeconds } = settings;
  return (
    <section className="pad-shot" aria-label={texts.overlay.shotClock} data-low={face.low}>
      <Face face={face} title={texts.overlay.shotClock} />
      <div className="pad-shot__more">
        {isOver ? timeFoul() : settings.extensionSeconds > 0 && extensions?.(settings.extensionSeconds)}
      </div>
      <p className="visually-hidden" role="alert">
        {isOver && texts.pad.shot.timeFoul}
      </p>
      <div className="pad-shot__keys">
        <button
          type="button"
          className="pad-key pad-key--go pad-shot__new"
          data-key="newShot"
          onClick={() => start(settings.seconds)}
        >
          <Icon name="restart" directional />
          <span className="pad-shot__words">
            <span className="pad-key__name">{texts.pad.shot.new}</span>
            <span className="pad-key__note">
              {formatMessage(texts.pad.shot.seconds, { n: settings.seconds })}
            </span>
          </span>
        </button>
        <div className="pad-shot__side">
          {afterBreakSeconds !== null && (
            <button
              type="button"
              className="pad-key"
              data-key="shotAfterBreak"
              onClick={() => start(afterBreakSeconds)}
            >
              <span className="pad-key__note">{texts.pad.shot.afterBreak}</span>
              <span className="pad-key__name">
                {formatMessage(texts.pad.shot.seconds, { n: afterBreakSeconds })}
              </span>
            </button>
          )}
          <button
            type="button"
            className="pad-key pad-shot__pause"
            data-key="pauseShot"
            disabled={isOver}
            onClick={() =>
              face.running ? tap('shot.stop', {}, 'end') : tap('shot.start', shotResume(shot), 'end')
            }
          >
            <Icon name={face.running ? 'hold' : 'play'} />
            <span className="pad-shot__label">{texts.pad.shot[face.running ? 'pause' : 'goOn']}</span>
          </button>
          {!face.running && (
            <button
              type="button"
              className="pad-key"
              data-key="shotClock"
              onClick={() => tap('shot.off', {}, 'end')}
            >
              {texts.pad.shot.off}
            </button>
          )}
        </div>
      </div>
    </section>
  );
};
