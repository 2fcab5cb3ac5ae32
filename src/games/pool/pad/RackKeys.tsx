import type { CSSProperties } from 'react';
import { around } from '../../../i18n/format.ts';
import { SIDES, type Side } from '../../../rules/rules.ts';
import { nameOf } from '../../../features/pad-parts/names.ts';
import type { PartProps } from '../../../features/pad-parts/props.ts';
import { useAsleep } from '../../../features/pad-parts/useAsleep.ts';
import type { PoolPad } from './props.ts';
import { rackSheet } from './RackSheet.tsx';
import { useLongPress } from './useLongPress.ts';

interface Parts extends PartProps {
  readonly pool: PoolPad;
}

interface KeyProps extends Parts {
  readonly side: Side;
  readonly give: (side: Side) => string | null;
}

const RackKey = ({ side, give, ...parts }: KeyProps) => {
  const { scored, texts, openSheet } = parts;
  const handlers = useLongPress(
    () => give(side),
    () => {
      const id = give(side);
      if (id !== null) openSheet(rackSheet(parts, id));
    },
  );
  const [before, after] = around(texts.pad.pool.rackTo, 'name');
  const name = nameOf(scored.state, side, texts);
  const letters = Math.max(...name.split(/\s/u).map(({ length }) => length));
  return (
    <button type="button" className="pad-rack" data-key={`rack${side}`} data-side={side} {...handlers}>
      <span className="pad-rack__words">{before.trim()}</span>
      <bdi translate="no" className="pad-rack__name" style={{ '--letters': letters } as CSSProperties}>
        {name}
      </bdi>
      {after.trim() && <span className="pad-rack__words">{after.trim()}</span>}
      <b className="pad-rack__one" dir="ltr">
        +1
      </b>
    </button>
  );
};

/** The two large keys of a rack, on the same sides as on the board. An immediate second tap is ignored as a bounce. */
export const RackKeys = (parts: Parts) => {
  const { tap } = parts;
  const [asleep, sleep] = useAsleep();
  const give = (side: Side): string | null => {
    const id = asleep === null ? tap('rack', { side }, 'end') : null;
    if (id !== null) sleep(side);
    return id;
  };
  return SIDES.map((side) => <RackKey key={side} {...parts} side={side} give={give} />);
};
