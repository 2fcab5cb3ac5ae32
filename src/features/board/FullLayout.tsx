import { LEAST_TEXT } from '../../core/overlay/layouts.ts';
import { isSponsored } from '../../core/overlay/sponsors.ts';
import { EventLine, eventPlan } from './EventLine.tsx';
import { oneLine } from './fit-text.ts';
import { Labels } from './Labels.tsx';
import { MatchClock } from './MatchClock.tsx';
import { Notices } from './Notices.tsx';
import { Players } from './Players.tsx';
import type { LayoutPartProps } from './props.ts';
import { Remark } from './Remark.tsx';
import { ShotClock } from './ShotClock.tsx';
import { Sponsors } from './Sponsors.tsx';

export { default as styles } from './layouts/full.scss?inline';

const SIZES = {
  name: { largest: 46, smallestUnbroken: 30, smallest: LEAST_TEXT },
  score: oneLine(84),
  frames: oneLine(54),
};
const NOTICES = oneLine(26);
const EVENT = eventPlan(24, true);

/** One line across the full width of the picture. */
const FullLayout = (props: LayoutPartProps) => {
  const { board, branding, look, shown, clocks, texts } = props;
  const { frames, remark } = shown;
  const sponsored = isSponsored(look, branding);
  // With frames between the scores, the shot clock moves here.
  const shot = frames !== null && board.shot !== null;
  const time = (
    <div className="on-air__time">
      <Remark remark={remark} texts={texts} />
      <MatchClock shown={shown} clocks={clocks} texts={texts} />
    </div>
  );
  return (
    <div className="on-air__board" data-sponsored={sponsored || undefined}>
      <div className="on-air__band">
        {/* If only one of both fits, the remark matters more. */}
        {!(sponsored && shot && remark !== null) && (
          <Labels
            shown={shown}
            of={sponsored && remark !== null ? ['raceTo', 'frame'] : ['raceTo', 'rack', 'frame']}
            texts={texts}
          />
        )}
        {sponsored && time}
        {shot && <ShotClock $face={clocks.$shotFace} texts={texts} />}
      </div>
      <Players
        {...props}
        sizes={SIZES}
        beside={(side) => (
          <Notices shown={shown} clocks={clocks} side={side} balls={7} sizes={NOTICES} texts={texts} />
        )}
      />
      <div className="on-air__band">
        {!sponsored && remark === null && <EventLine event={board.event} sizes={EVENT} />}
        {sponsored ? <Sponsors sponsors={branding.sponsors} still={look.still} /> : time}
      </div>
    </div>
  );
};

export default FullLayout;
