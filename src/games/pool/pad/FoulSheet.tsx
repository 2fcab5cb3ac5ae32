import type { RackState } from '../racks.ts';
import { SIDES } from '../../../rules/rules.ts';
import { formatMessage } from '../../../i18n/format.ts';
import { nameOf } from '../../../features/pad-parts/names.ts';
import type { PartProps, SheetOf } from '../../../features/pad-parts/props.ts';
import type { PoolPad } from './props.ts';

/** A foul that is counted in its rack, without a penalty. */
export const foulOf: PoolPad['foulOf'] = ({ fouls }, side, texts) => ({
  kind: 'foul',
  body: { side },
  note: formatMessage(texts.pad.pool.fouls, { n: fouls[side] }),
});

/** The sheet for a foul: the side, the foul's cost, and the game's own entries. */
export const foulSheet = ({
  texts,
  tap,
  pool: { fouls, foulOf: made, MoreFouls },
}: Pick<PartProps, 'texts' | 'tap'> & { readonly pool: PoolPad }): SheetOf => ({
  title: texts.pad.pool[fouls.title],
  note: texts.pad.pool[fouls.note],
  about: ({ state }) => String((state as RackState).played.length),
  draw: (scored, close) => {
    const state = scored.state as RackState;
    const keys = SIDES.map((side) => ({ side, ...made(state, side, texts) }));
    return (
      <div className="pad-pool-fouls">
        {keys.map(({ side, kind, body, note }) => (
          <button
            key={side}
            type="button"
            className="pad-key pad-key--foul pad-pool-fouls__key"
            data-key={`foul${side}`}
            onClick={() => {
              tap(kind, body, 'foul');
              close();
            }}
          >
            <bdi translate="no" className="pad-key__name">
              {nameOf(scored.state, side, texts)}
            </bdi>
            <span className="pad-key__note">{note}</span>
          </button>
        ))}
        <MoreFouls scored={scored} texts={texts} tap={tap} close={close} />
      </div>
    );
  },
});
