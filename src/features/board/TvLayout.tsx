import { faceOf } from '../../core/branding/branding.ts';
import { isSponsored } from '../../core/overlay/sponsors.ts';
import { SIDES, type Side } from '../../rules/rules.ts';
import { EventLine, eventPlan } from './EventLine.tsx';
import { oneLine } from './fit-text.ts';
import { Fitted } from './Fitted.tsx';
import { Frames } from './Frames.tsx';
import { Labels } from './Labels.tsx';
import { MatchClock } from './MatchClock.tsx';
import { Notices } from './Notices.tsx';
import type { LayoutPartProps } from './props.ts';
import { Plate } from './Plate.tsx';
import { FrameCount, Score } from './Score.tsx';
import { Sponsors } from './Sponsors.tsx';
import { TvFoot } from './TvFoot.tsx';

export { default as styles } from './layouts/tv.scss?inline';

const TABLE = oneLine(64, 32);
const EVENT = eventPlan(54);
const NAME = { largest: 120, smallestUnbroken: 60, smallest: 44 };
const SCORE = oneLine(640, 120);
const FRAMES = oneLine(140, 40);
const NOTICES = oneLine(72, 40);

/** A whole television, for reading across a room. */
const TvLayout = (props: LayoutPartProps) => {
  const { board, branding, look, shown, canvas, clocks, texts } = props;
  const noticesOf = (side: Side) => shown.notices[side].filter(({ kind }) => kind !== 'break').length;
  const plate = (side: Side) => (
    <Plate
      board={board}
      branding={branding}
      shown={shown}
      side={side}
      sizes={NAME}
      noticed={noticesOf(side) > 0}
    >
      {canvas.upright && <FrameCount shown={shown} side={side} sizes={FRAMES} />}
      <Score shown={shown} side={side} sizes={SCORE} />
      <Notices
        shown={shown}
        clocks={clocks}
        side={side}
        abreast={!canvas.upright}
        withoutBreak
        balls={0}
        sizes={NOTICES}
        texts={texts}
      />
    </Plate>
  );
  const faces = [board.p1, board.p2].flatMap((name) => faceOf(branding, name) ?? []);
  const faced = faces.some(({ picture }) => picture !== null)
    ? 'portrait'
    : faces.some(({ flag }) => flag !== null)
      ? 'flag'
      : undefined;
  return (
    <div
      className="on-air__board"
      data-notices={Math.max(...SIDES.map(noticesOf))}
      data-faced={faced}
      data-event={board.event !== '' || undefined}
    >
      <div className="on-air__head on-air__band">
        <Fitted text={branding.table} className="on-air__table" testId="overlay-table" sizes={TABLE} />
        <div className="on-air__said">
          <Labels
            shown={shown}
            of={canvas.upright ? ['raceTo', 'frame'] : ['raceTo', 'rack', 'frame']}
            texts={texts}
          />
        </div>
        <MatchClock shown={shown} clocks={clocks} texts={texts} />
        <EventLine event={board.event} sizes={EVENT} />
      </div>
      {plate('A')}
      {shown.frames && !canvas.upright && (
        <Frames shown={shown} sizes={FRAMES} texts={texts}>
          {isSponsored(look, branding) && <Sponsors sponsors={branding.sponsors} still={look.still} />}
        </Frames>
      )}
      <TvFoot {...props} />
      {plate('B')}
    </div>
  );
};

export default TvLayout;
