import { useState } from 'react';
import type { ShotSettings } from '../../../core/clock/shot.ts';
import type { ShotClock } from '../../../core/clock/shot.ts';
import type { EightBallState } from '../../../games/eight-ball/rules.ts';
import { SIDES } from '../../../core/rules/rules.ts';
import { say } from '../../say.ts';
import { Icon } from '../../Icon.tsx';
import { nameOf } from '../names.ts';
import type { PartProps } from '../part.ts';
import { poolOf } from '../view.ts';
import { settingsOf, shotResume, shotStart, timeFoul } from './shot.ts';
import { ShotFace } from './ShotFace.tsx';
import { useShotFace } from './useShotFace.ts';

interface Props extends PartProps {
  readonly shot: ShotClock;
  /** Those that the match was begun with. */
  readonly settings: ShotSettings | null;
  readonly serverNow: () => number;
}

const Extensions = ({
  scored,
  texts,
  act,
  state,
  seconds,
}: PartProps & { state: EightBallState; seconds: number }) =>
  SIDES.map((side) => {
    const left = state.extensions - state.extended[side];
    return (
      <button
        key={side}
        type="button"
        className="pad-key pad-shot__extend"
        data-key={`extend${side}`}
        data-used={left <= 0}
        disabled={left <= 0}
        aria-label={say(texts[left > 0 ? 'shot.extend' : 'shot.used'], {
          n: seconds,
          name: nameOf(scored.state, side, texts),
        })}
        onClick={() => {
          if (act('extend', { side }, 'end')) act('shot.extend', { n: seconds }, 'end');
        }}
      >
        <b dir="ltr">+{seconds}</b>
        <bdi className="pad-key__name">{nameOf(scored.state, side, texts)}</bdi>
        {left <= 0 ? <Icon name="check" /> : left > 1 && <span className="pad-shot__count">× {left}</span>}
      </button>
    );
  });

/** Offers the foul that it costs when the time is up, and gives none by itself. */
const TimeFoul = ({ scored, texts, act, onGiven }: PartProps & { onGiven: () => void }) => {
  const pool = poolOf(scored);
  const cost = pool ? null : timeFoul(scored);
  const give = (body: Readonly<Record<string, unknown>>) => {
    if (act('foul', body, 'foul')) onGiven();
  };
  return (
    <>
      {pool
        ? SIDES.map((side) => (
            <button
              key={side}
              type="button"
              className="pad-key pad-key--foul pad-shot__foul"
              data-key={`timeFoul${side}`}
              onClick={() => give({ side })}
            >
              <span className="pad-key__note">{texts['shot.timeFoul']}</span>
              <bdi className="pad-key__name">{nameOf(scored.state, side, texts)}</bdi>
            </button>
          ))
        : cost && (
            <button
              type="button"
              className="pad-key pad-key--foul pad-shot__foul"
              data-key="timeFoul"
              onClick={() => give(cost)}
            >
              {say(texts['shot.timeFoulBy'], { n: Number(cost['points']) })}
            </button>
          )}
    </>
  );
};

/** The shot clock: its seconds, one wide key for a new shot, pause, extensions, and the foul when the time is up. */
export const ShotKeys = ({ shot, settings: known, serverNow, ...parts }: Props) => {
  const { scored, scoring, texts, act } = parts;
  const face = useShotFace(scoring, serverNow);
  const [given, setGiven] = useState<number | null>(null);
  const settings = settingsOf(known, shot);
  const state = poolOf(scored);
  if (!face) return null;
  const isOver = face.over && shot.endsAtMillis !== null;
  const start = (seconds: number) => act('shot.start', shotStart(seconds, settings), 'end');
  const { afterBreakSeconds } = settings;
  return (
    <section className="pad-shot" aria-label={texts['shot.title']} data-low={face.low}>
      <ShotFace face={face} title={texts['shot.title']} />
      <div className="pad-shot__more">
        {isOver && given !== shot.endsAtMillis ? (
          <TimeFoul {...parts} onGiven={() => setGiven(shot.endsAtMillis)} />
        ) : (
          state &&
          state.extensions > 0 &&
          settings.extensionSeconds > 0 && (
            <Extensions {...parts} state={state} seconds={settings.extensionSeconds} />
          )
        )}
      </div>
      <p className="visually-hidden" role="alert">
        {isOver && texts['shot.timeFoul']}
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
            <span className="pad-key__name">{texts['shot.new']}</span>
            <span className="pad-key__note">{say(texts['shot.seconds'], { n: settings.seconds })}</span>
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
              <span className="pad-key__note">{texts['shot.afterBreak']}</span>
              <span className="pad-key__name">{say(texts['shot.seconds'], { n: afterBreakSeconds })}</span>
            </button>
          )}
          <button
            type="button"
            className="pad-key pad-shot__pause"
            data-key="pauseShot"
            disabled={isOver}
            onClick={() =>
              face.running ? act('shot.stop', {}, 'end') : act('shot.start', shotResume(shot), 'end')
            }
          >
            <Icon name={face.running ? 'hold' : 'play'} />
            <span className="pad-shot__label">{texts[face.running ? 'shot.pause' : 'shot.goOn']}</span>
          </button>
          {!face.running && (
            <button
              type="button"
              className="pad-key"
              data-key="shotClock"
              onClick={() => act('shot.off', {}, 'end')}
            >
              {texts['shot.off']}
            </button>
          )}
        </div>
      </div>
    </section>
  );
};
