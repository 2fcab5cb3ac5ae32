import type { EightBallState } from '../../../games/eight-ball/rules.ts';
import { SIDES } from '../../../core/rules/rules.ts';
import { say } from '../../say.ts';
import { nameIn, nameOf } from '../names.ts';
import type { PartProps, SheetOf } from '../part.ts';

/** Who fouled, with the count of this rack; and the 8 that went down on the break, which wins nothing. */
export const foulSheet = ({ texts, act }: Pick<PartProps, 'texts' | 'act'>): SheetOf => ({
  title: texts['pool.foul'],
  note: texts['pool.foulNote'],
  about: ({ state }) => String((state as EightBallState).played.length),
  draw: (scored, close) => {
    const { fouls, breaker } = scored.state as EightBallState;
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
            <span className="pad-key__note">{say(texts['pool.fouls'], { n: fouls[side] })}</span>
          </button>
        ))}
        <button
          type="button"
          className="pad-key pad-pool-fouls__eight"
          data-key="eightOnBreak"
          onClick={() => {
            act('eightOnBreak', {}, 'foul');
            close();
          }}
        >
          <span className="pad-key__name">{texts['pool.eight']}</span>
          <span className="pad-key__note">
            {breaker && say(texts['pool.eightNote'], { name: nameIn(scored, breaker, texts) })}
          </span>
        </button>
      </div>
    );
  },
});
