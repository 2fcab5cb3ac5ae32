import { LEAST_TEXT } from '../../core/overlay/layouts.ts';
import { isSponsored } from '../../core/overlay/sponsors.ts';
import { EventLine, eventPlan } from './EventLine.tsx';
import { oneLine } from './fit-text.ts';
import { Fitted } from './Fitted.tsx';
import { Labels } from './Labels.tsx';
import { MatchClock } from './MatchClock.tsx';
import { Notices } from './Notices.tsx';
import type { LayoutPartProps } from './props.ts';
import { Players } from './Players.tsx';
import { Remark } from './Remark.tsx';
import { ShotClock } from './ShotClock.tsx';
import { Sponsors } from './Sponsors.tsx';

export { default as styles } from './layouts/lower.scss?inline';

const SIZES = {
  name: { largest: 50, smallestUnbroken: 32, smallest: LEAST_TEXT },
  score: oneLine(84),
  frames: oneLine(64),
};
const NOTICES = oneLine(26);
const TABLE = oneLine(24);
const EVENT = eventPlan(24);

/** A lower third: the players, the table and the match. */
const LowerLayout = (props: LayoutPartProps) => {
  const { board, branding, look, shown, clocks, texts } = props;
  return (
    <div className="on-air__board">
      <Players
        {...props}
        sizes={SIZES}
        beside={(side) => (
          <Notices shown={shown} clocks={clocks} side={side} balls={6} sizes={NOTICES} texts={texts} />
        )}
      />
      <div className="on-air__band">
        {board.event === '' ? (
          <Fitted text={branding.table} className="on-air__table" testId="overlay-table" sizes={TABLE} />
        ) : (
          <EventLine event={board.event} sizes={EVENT} />
        )}
        <div className="on-air__said">
          <Labels shown={shown} of={['raceTo', 'frame']} texts={texts} />
          <Remark remark={shown.remark} texts={texts} />
          {shown.frames && board.shot && <ShotClock $face={clocks.$shotFace} texts={texts} />}
        </div>
        <div className="on-air__end">
          {isSponsored(look, branding) && <Sponsors sponsors={branding.sponsors} still={look.still} />}
          <MatchClock shown={shown} clocks={clocks} texts={texts} />
        </div>
      </div>
    </div>
  );
};

export default LowerLayout;
