import { LEAST_TEXT } from '../../core/overlay/layouts.ts';
import { SIDES } from '../../rules/rules.ts';
import { oneLine } from './fit-text.ts';
import { Labels } from './Labels.tsx';
import { MatchClock } from './MatchClock.tsx';
import { Notices } from './Notices.tsx';
import type { LayoutPartProps } from './props.ts';
import { Plate } from './Plate.tsx';
import { Remark } from './Remark.tsx';
import { FrameCount, ScoreTile } from './Score.tsx';
import { ShotClock } from './ShotClock.tsx';

export { default as styles } from './layouts/corner.scss?inline';

const NAME = { largest: 36, smallestUnbroken: 27, smallest: LEAST_TEXT };
const SCORE = oneLine(56);
/** Three fifths of the points. */
const FRAMES = oneLine(33);
const NOTICES = oneLine(LEAST_TEXT);

/** Two and a half lines in a corner of the picture. */
const CornerLayout = ({ board, branding, shown, clocks, texts }: LayoutPartProps) => (
  <div className="on-air__board">
    {SIDES.map((side) => (
      <div key={side} className="on-air__row">
        <Plate board={board} branding={branding} shown={shown} side={side} sizes={NAME}>
          <FrameCount shown={shown} side={side} sizes={FRAMES} />
          <Notices shown={shown} clocks={clocks} side={side} balls={4} sizes={NOTICES} texts={texts} />
        </Plate>
        <ScoreTile shown={shown} side={side} sizes={SCORE} />
      </div>
    ))}
    <div className="on-air__band">
      {shown.remark === null ? (
        <Labels
          shown={shown}
          of={board.shot ? ['raceTo', 'frame'] : ['raceTo', 'frame', 'bestOf']}
          texts={texts}
        />
      ) : (
        <Remark remark={shown.remark} texts={texts} />
      )}
      {board.shot && <ShotClock $face={clocks.$shotFace} texts={texts} />}
      <MatchClock shown={shown} clocks={clocks} texts={texts} />
    </div>
  </div>
);

export default CornerLayout;
