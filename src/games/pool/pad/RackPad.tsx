import { rackDetail, rackLeader, type RackState } from '../racks.ts';
import { formatMessage } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { nameOf } from '../../../features/pad-parts/names.ts';
import type { KeysProps } from '../../../features/pad-parts/game-pad.ts';
import { NextMatch } from '../../../features/pad-parts/NextMatch.tsx';
import type { PartProps } from '../../../features/pad-parts/props.ts';
import { foulSheet } from './FoulSheet.tsx';
import { lastRack } from './given-rack.ts';
import type { PoolPad } from './props.ts';
import { RackKeys } from './RackKeys.tsx';
import { rackSheet } from './RackSheet.tsx';
import { shotStart } from '../../../features/pad-parts/shot.ts';
import { RackShotKeys } from './RackShotKeys.tsx';
import { TimeKey } from './TimeKey.tsx';

interface Props extends KeysProps {
  readonly pool: PoolPad;
}

/** The keys of a pool match: two large ones to win the rack. With a shot clock, that gets the space and they move below. */
export const RackPad = ({ settings, serverNow, next, onMore, ...parts }: Props) => {
  const { scored, texts, tap, openSheet } = parts;
  const { shot } = scored;
  const state = scored.state as RackState;
  if (state.over) return <Over {...parts} state={state} next={next} onMore={onMore} />;
  const foul = (
    <button
      type="button"
      className="pad-key pad-key--foul"
      data-key="foul"
      onClick={() => openSheet(foulSheet(parts))}
    >
      {texts.pad.pool[parts.pool.fouls.title]}
    </button>
  );
  if (shot) {
    return (
      <>
        <RackShotKeys {...parts} shot={shot} settings={settings} serverNow={serverNow} />
        <div className="pad-racks pad-racks--low">
          <RackKeys {...parts} />
          {foul}
          <TimeKey {...parts} serverNow={serverNow} />
        </div>
      </>
    );
  }
  return (
    <>
      <div className="pad-racks">
        {rackDetail(state).hillHill && <p className="pad-racks__decides">{texts.pad.pool.hillHill}</p>}
        <RackKeys {...parts} />
        <LastEnding {...parts} />
      </div>
      <div className="pad-keys pad-keys--even">
        {foul}
        {settings && (
          <button
            type="button"
            className="pad-key"
            data-key="shotClock"
            onClick={() => tap('shot.start', shotStart(settings.seconds, settings), 'end')}
          >
            {texts.pad.shot.on}
          </button>
        )}
        <TimeKey {...parts} serverNow={serverNow} />
      </div>
    </>
  );
};

/** Below the rack keys: the last rack's ending, or a hint about long presses. */
const LastEnding = (parts: PartProps & Pick<Props, 'pool'>) => {
  const { scored, texts, openSheet } = parts;
  const last = lastRack(scored);
  if (!last) return <p className="pad-racks__hint">{texts.pad.pool.howHint}</p>;
  return (
    <button
      type="button"
      className="pad-key pad-racks__how"
      data-key="how"
      onClick={() => openSheet(rackSheet(parts, last.id))}
    >
      {formatMessage(texts.pad.pool.how, { n: last.number })}
    </button>
  );
};

/** The winner, and the keys for the next match. The last rack's ending can still be chosen. */
const Over = ({
  state,
  next,
  onMore,
  ...parts
}: Omit<Props, 'settings' | 'serverNow'> & { readonly state: RackState }) => {
  const { scored, texts } = parts;
  const winner = rackLeader(state);
  return (
    <div className="pad-racks pad-racks--over">
      <div className="pad-verdict">
        <p className="pad-verdict__title">
          {winner
            ? formatMessage(texts.pad.cloth.winsMatch, {
                name: isolated(nameOf(scored.state, winner, texts)),
              })
            : texts.pad.pool.draw}
        </p>
        <p className="pad-verdict__score" dir="ltr">
          {`${state.racks.A} – ${state.racks.B}`}
        </p>
        <p className="pad-verdict__note">{texts.overlay.over}</p>
      </div>
      {lastRack(scored) && <LastEnding {...parts} />}
      <NextMatch next={next} onMore={onMore} />
    </div>
  );
};
