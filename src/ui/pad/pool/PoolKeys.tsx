import { pool, type PoolState } from '../../../core/rules/pool.ts';
import { SIDES } from '../../../core/rules/rules.ts';
import { say } from '../../say.ts';
import { nameIn } from '../names.ts';
import type { PartProps } from '../part.ts';

/** The keys of an 8-ball match: a tap gives the rack. */
export const PoolKeys = ({ scored, texts, act }: PartProps) => {
  const moves = pool.moves(scored.state as PoolState);
  return (
    <div className="pad-rack">
      {SIDES.map((side) => (
        <button
          key={side}
          type="button"
          className="pad-key pad-rack__key"
          data-key={`rack${side}`}
          disabled={!moves.some((move) => move.kind === 'rack' && move.side === side)}
          onClick={() => act('rack', { side }, 'end')}
        >
          {say(texts['pool.rackTo'], { name: nameIn(scored, side, texts) })}
        </button>
      ))}
    </div>
  );
};
