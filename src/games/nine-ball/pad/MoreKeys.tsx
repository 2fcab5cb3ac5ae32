import { nameOf } from '../../../features/pad-parts/names.ts';
import type { MoreFoulsProps } from '../../pool/pad/props.ts';
import { ownMoves, type NineBallState } from '../rules.ts';

/** The entries beside fouls: a push-out, then who shoots; a legal shot after fouls. */
export const MoreKeys = ({ scored, texts, tap, close }: MoreFoulsProps) =>
  ownMoves(scored.state as NineBallState).map(({ kind, side }) => (
    <button
      key={`${kind}${side}`}
      type="button"
      className="pad-key pad-pool-fouls__more"
      data-key={`${kind}${side}`}
      data-side={side}
      onClick={() => {
        tap(kind, { side }, 'end');
        close();
      }}
    >
      <bdi translate="no" className="pad-key__name">
        {nameOf(scored.state, side, texts)}
      </bdi>
      <span className="pad-key__note">{texts.pad.pool[kind]}</span>
    </button>
  ));
