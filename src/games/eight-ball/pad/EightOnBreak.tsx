import { nameIn } from '../../../features/pad-parts/names.ts';
import { formatMessage } from '../../../i18n/format.ts';
import type { MoreFoulsProps } from '../../pool/pad/props.ts';
import type { EightBallState } from '../rules.ts';

/** The key for the 8 potted on the break, which doesn't win the rack. */
export const EightOnBreak = ({ scored, texts, tap, close }: MoreFoulsProps) => {
  const { breaker } = scored.state as EightBallState;
  return (
    <button
      type="button"
      className="pad-key pad-pool-fouls__eight"
      data-key="eightOnBreak"
      onClick={() => {
        tap('eightOnBreak', {}, 'foul');
        close();
      }}
    >
      <span className="pad-key__name">{texts.pad.pool.eight}</span>
      <span className="pad-key__note">
        {breaker && formatMessage(texts.pad.pool.eightNote, { name: nameIn(scored, breaker, texts) })}
      </span>
    </button>
  );
};
