import { ShotKeys, type ShotProps } from '../../../features/pad-parts/ShotKeys.tsx';
import { formatMessage } from '../../../i18n/format.ts';
import { timeFoulPoints, type SnookerState } from '../rules.ts';

/** The shot clock keys of a frame: running out of time is a foul by the player at the table. There are no extensions. */
export const SnookerShotKeys = (parts: ShotProps) => {
  const { scored, texts, tap } = parts;
  const points = timeFoulPoints(scored.state as SnookerState);
  return (
    <ShotKeys
      {...parts}
      extensions={null}
      timeFoul={() =>
        points !== null && (
          <button
            type="button"
            className="pad-key pad-key--foul pad-shot__foul"
            data-key="timeFoul"
            onClick={() => tap('foul', { points }, 'foul')}
          >
            {formatMessage(texts.pad.shot.timeFoulBy, { n: points })}
          </button>
        )
      }
    />
  );
};
