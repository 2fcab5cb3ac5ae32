import { LEAST_TEXT } from '../../core/overlay/layouts.ts';
import { isSponsored } from '../../core/overlay/sponsors.ts';
import { SIDES } from '../../rules/rules.ts';
import { EventLine, eventPlan } from './EventLine.tsx';
import { oneLine } from './fit-text.ts';
import { Fitted } from './Fitted.tsx';
import { Labels } from './Labels.tsx';
import { MatchClock } from './MatchClock.tsx';
import { Notices } from './Notices.tsx';
import type { LayoutPartProps } from './props.ts';
import { Plate } from './Plate.tsx';
import { Remark } from './Remark.tsx';
import { FrameCount, ScoreTile } from './Score.tsx';
import { ShotClock } from './ShotClock.tsx';
import { Sponsors } from './Sponsors.tsx';

export { default as styles } from './layouts/square.scss?inline';

const TABLE = oneLine(30);
const EVENT = eventPlan(30);
const NAME = { largest: 68, smallestUnbroken: 44, smallest: LEAST_TEXT };
const SCORE = oneLine(156, 40);
const FRAMES = oneLine(80, 24);
const NOTICES = oneLine(34);

/** One player above the other, for reading on a phone. */
const SquareLayout = ({ board, branding, look, shown, clocks, texts }: LayoutPartProps) => (
  <div className="on-air__board" data-event={board.event !== '' || undefined}>
    <div className="on-air__band on-air__head">
      {shown.remark === null ? (
        <Fitted text={branding.table} className="on-air__table" testId="overlay-table" sizes={TABLE} />
      ) : (
        <Remark remark={shown.remark} texts={texts} />
      )}
      <div className="on-air__said">
        <Labels shown={shown} of={['raceTo', 'rack', 'frame', 'bestOf']} texts={texts} />
      </div>
    </div>
    <EventLine event={board.event} sizes={EVENT} />
    {SIDES.map((side) => (
      <div key={side} className="on-air__row">
        <Plate board={board} branding={branding} shown={shown} side={side} sizes={NAME}>
          <FrameCount shown={shown} side={side} sizes={FRAMES} />
          <Notices shown={shown} clocks={clocks} side={side} balls={5} sizes={NOTICES} texts={texts} />
        </Plate>
        <ScoreTile shown={shown} side={side} sizes={SCORE} />
      </div>
    ))}
    <div className="on-air__band on-air__foot">
      {isSponsored(look, branding) && <Sponsors sponsors={branding.sponsors} still={look.still} />}
      {board.shot && <ShotClock $face={clocks.$shotFace} texts={texts} />}
      <MatchClock shown={shown} clocks={clocks} texts={texts} />
    </div>
  </div>
);

export default SquareLayout;
