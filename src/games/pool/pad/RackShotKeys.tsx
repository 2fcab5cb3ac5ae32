import { isolated } from '../../../i18n/isolated.ts';
import { SIDES } from '../../../rules/rules.ts';
import { Icon } from '../../../kit/Icon.tsx';
import { nameOf } from '../../../features/pad-parts/names.ts';
import { ShotKeys, type ShotProps } from '../../../features/pad-parts/ShotKeys.tsx';
import { formatMessage } from '../../../i18n/format.ts';
import type { RackState } from '../racks.ts';
import type { PoolPad } from './props.ts';

interface Props extends ShotProps {
  readonly pool: PoolPad;
}

const Extensions = ({ scored, texts, tap, seconds }: ShotProps & { readonly seconds: number }) => {
  const state = scored.state as RackState;
  return SIDES.map((side) => {
    const left = state.extensions - state.extended[side];
    return (
      <button
        key={side}
        type="button"
        className="pad-key pad-shot__extend"
        data-key={`extend${side}`}
        data-used={left <= 0}
        disabled={left <= 0}
        aria-label={formatMessage(texts.pad.shot[left > 0 ? 'extend' : 'used'], {
          n: seconds,
          name: isolated(nameOf(scored.state, side, texts)),
        })}
        onClick={() => {
          if (tap('extend', { side }, 'end') !== null) tap('shot.extend', { n: seconds }, 'end');
        }}
      >
        <b dir="ltr">{`+${seconds}`}</b>
        <bdi translate="no" className="pad-key__name">
          {nameOf(scored.state, side, texts)}
        </bdi>
        {left <= 0 && <Icon name="check" />}
        {left > 1 && <span>{`× ${left}`}</span>}
      </button>
    );
  });
};

/** Keys for either side's foul when the time is up. It is never given automatically. */
const TimeFoul = ({ scored, texts, tap, pool }: Props) =>
  SIDES.map((side) => ({ side, ...pool.foulOf(scored.state as RackState, side, texts) })).map(
    ({ side, kind, body, note }) => (
      <button
        key={side}
        type="button"
        className="pad-key pad-key--foul pad-shot__foul"
        data-key={`timeFoul${side}`}
        onClick={() => tap(kind, body, 'foul')}
      >
        <span className="pad-key__note">{kind === 'foul' ? texts.pad.shot.timeFoul : note}</span>
        <bdi translate="no" className="pad-key__name">
          {nameOf(scored.state, side, texts)}
        </bdi>
      </button>
    ),
  );

/** The shot clock keys of a pool match, with the players' extensions. */
export const RackShotKeys = (parts: Props) => (
  <ShotKeys
    {...parts}
    extensions={
      (parts.scored.state as RackState).extensions > 0
        ? (seconds) => <Extensions {...parts} seconds={seconds} />
        : null
    }
    timeFoul={() => <TimeFoul {...parts} />}
  />
);
