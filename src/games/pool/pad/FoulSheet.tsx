import type { FunctionComponent } from 'react';
import type { RackState } from '../racks.ts';
import { SIDES } from '../../../core/rules/rules.ts';
import { say } from '../../../i18n/say.ts';
import { nameOf } from '../../../ui/pad/names.ts';
import type { PartProps, SheetOf } from '../../../ui/pad/props.ts';

export interface MoreFoulsProps extends Pick<PartProps, 'scored' | 'texts' | 'act'> {
  readonly close: () => void;
}

/** The sheet for a foul: who fouled, with this rack's count, and the game's own entries. */
export const foulSheet = (
  { texts, act }: Pick<PartProps, 'texts' | 'act'>,
  More: FunctionComponent<MoreFoulsProps>,
): SheetOf => ({
  title: texts.pad.pool.foul,
  note: texts.pad.pool.foulNote,
  about: ({ state }) => String((state as RackState).played.length),
  draw: (scored, close) => {
    const { fouls } = scored.state as RackState;
    return (
      <div className="pad-pool-fouls">
        {SIDES.map((side) => (
          <button
            key={side}
            type="button"
            className="pad-key pad-key--foul pad-pool-fouls__key"
            data-key={`foul${side}`}
            onClick={() => {
              act('foul', { side }, 'foul');
              close();
            }}
          >
            <bdi className="pad-key__name">{nameOf(scored.state, side, texts)}</bdi>
            <span className="pad-key__note">{say(texts.pad.pool.fouls, { n: fouls[side] })}</span>
          </button>
        ))}
        <More scored={scored} texts={texts} act={act} close={close} />
      </div>
    );
  },
});
