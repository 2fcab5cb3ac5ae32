import type { ShotSettings } from '../../../core/clock/shot.ts';
import { eightBall, type EightBallState } from '../../../games/eight-ball/rules.ts';
import { rackLeader } from '../../../games/pool/racks.ts';
import { say } from '../../say.ts';
import { nameIn } from '../names.ts';
import type { MoreEntry, PartProps } from '../part.ts';
import { foulSheet } from './FoulSheet.tsx';
import { lastRack } from './rack-sheet.ts';
import { RackKeys } from './RackKeys.tsx';
import { rackSheet } from './RackSheet.tsx';
import { shotStart } from './shot.ts';
import { ShotKeys } from './ShotKeys.tsx';

interface Props extends PartProps {
  readonly settings: ShotSettings | null;
  readonly serverNow: () => number;
  /** What may begin when the match is over. */
  readonly newMatch: MoreEntry | undefined;
  readonly onMore: (entry: MoreEntry) => void;
}

/** The keys of an 8-ball match: the two racks, large; with a shot clock that has the room, and the racks below it. */
export const PoolKeys = ({ settings, serverNow, newMatch, onMore, ...parts }: Props) => {
  const { scored, texts, act, openSheet } = parts;
  const { shot } = scored;
  const state = scored.state as EightBallState;
  if (state.over) return <Over {...parts} state={state} newMatch={newMatch} onMore={onMore} />;
  const foul = (
    <button
      type="button"
      className="pad-key pad-key--foul"
      data-key="foul"
      onClick={() => openSheet(foulSheet(parts))}
    >
      {texts['pool.foul']}
    </button>
  );
  if (shot) {
    return (
      <>
        <ShotKeys {...parts} shot={shot} settings={settings} serverNow={serverNow} />
        <div className="pad-racks pad-racks--low">
          <RackKeys {...parts} />
          {foul}
        </div>
      </>
    );
  }
  return (
    <>
      <div className="pad-racks">
        {eightBall.board(state).detail.hillHill && (
          <p className="pad-racks__decides">{texts['pool.hillHill']}</p>
        )}
        <RackKeys {...parts} />
        <Ending {...parts} />
      </div>
      <div className="pad-keys pad-keys--even">
        {foul}
        {settings && (
          <button
            type="button"
            className="pad-key"
            data-key="shotClock"
            onClick={() => act('shot.start', shotStart(settings.seconds, settings), 'end')}
          >
            {texts['shot.on']}
          </button>
        )}
        {state.raceTo === null && (
          <button type="button" className="pad-key" data-key="time" onClick={() => act('time', {}, 'end')}>
            {texts['pool.time']}
          </button>
        )}
      </div>
    </>
  );
};

/** Under the racks: how the last one ended, or what a long press is for. */
const Ending = (parts: PartProps) => {
  const { scored, texts, openSheet } = parts;
  const last = lastRack(scored);
  if (!last) return <p className="pad-racks__hint">{texts['pool.howHint']}</p>;
  return (
    <button
      type="button"
      className="pad-key pad-racks__how"
      data-key="how"
      onClick={() => openSheet(rackSheet(parts, last.id))}
    >
      {say(texts['pool.how'], { n: last.number })}
    </button>
  );
};

/** Who won, and what may begin. How the last rack ended may still be said. */
const Over = ({
  state,
  newMatch,
  onMore,
  ...parts
}: Omit<Props, 'settings' | 'serverNow'> & { readonly state: EightBallState }) => {
  const { scored, texts } = parts;
  const winner = rackLeader(state);
  return (
    <div className="pad-racks pad-racks--over">
      <div className="pad-verdict">
        <p className="pad-verdict__title">
          {winner
            ? say(texts['cloth.winsMatch'], { name: nameIn(scored, winner, texts) })
            : texts['pool.draw']}
        </p>
        <p className="pad-verdict__score" dir="ltr">
          {state.racks.A} – {state.racks.B}
        </p>
        <p className="pad-verdict__note">{texts['cloth.matchOver']}</p>
      </div>
      {lastRack(scored) && <Ending {...parts} />}
      {newMatch && (
        <button
          type="button"
          className="pad-key pad-key--go pad-racks__new"
          data-key="newMatch"
          onClick={() => onMore(newMatch)}
        >
          {newMatch.label}
        </button>
      )}
    </div>
  );
};

/** What else may be done in an 8-ball match, for the sheet behind "more". */
export const poolEntries = ({
  scored,
  texts,
  act,
}: Pick<PartProps, 'scored' | 'texts' | 'act'>): readonly MoreEntry[] => {
  const offered = eightBall.moves(scored.state as EightBallState).map(({ kind }) => kind);
  return offered.includes('time')
    ? [
        {
          name: 'time',
          label: texts['pool.time'],
          note: texts['pool.timeNote'],
          opens: () => void act('time', {}, 'end'),
        },
      ]
    : [];
};
