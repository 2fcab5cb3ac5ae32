import type { FunctionComponent } from 'react';
import type { PartProps } from '../../../features/pad-parts/props.ts';
import type { Areas, KeyOf } from '../../../i18n/texts.ts';
import type { Action } from '../../../rules/log.ts';
import type { Side } from '../../../rules/rules.ts';
import type { Rack, RackState } from '../racks.ts';

export interface MoreFoulsProps extends Pick<PartProps, 'scored' | 'texts' | 'tap'> {
  readonly close: () => void;
}

/** A rack's endings that the sheet has texts for. */
type Ending = KeyOf<Areas['pad']['pool']['ending']>;

/** The parts of the pad that differ between pool games. */
export interface PoolPad {
  /** The possible endings of a rack, by its winner and by its loser. */
  readonly endingsOf: (rack: Rack) => { readonly won: readonly Ending[]; readonly lost: readonly Ending[] };
  /** The move for a side's foul, and the note on its key. */
  readonly foulOf: (
    state: RackState,
    side: Side,
    texts: PartProps['texts'],
  ) => Pick<Action, 'kind' | 'body'> & { readonly note: string };
  /** The foul sheet's title and question. */
  readonly fouls: Readonly<Record<'title' | 'note', 'foul' | 'foulNote' | 'foulOrPushOut' | 'who'>>;
  /** Further entries for the foul sheet. */
  readonly MoreFouls: FunctionComponent<MoreFoulsProps>;
}
