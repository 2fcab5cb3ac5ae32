import { oneLine } from './fit-text.ts';
import { Labels } from './Labels.tsx';
import { MatchClock } from './MatchClock.tsx';
import { Notices } from './Notices.tsx';
import type { LayoutPartProps } from './part.ts';
import type { Side } from '../../core/rules/rules.ts';
import { Plate } from './Plate.tsx';
import { Remark } from './Remark.tsx';
import { FrameCount, ScoreTile } from './Score.tsx';
import { ShotClock } from './ShotClock.tsx';

const NAME = { largest: 46, smallestInOneLine: 30, smallestUnbroken: 20, smallest: 12 };
const SCORE = oneLine(80, 20);
const FRAMES = oneLine(42, 14);
const NOTICES = oneLine(22, 12);

/** One line over the whole width of the picture. */
export const FullLayout = ({ board, shown, clocks, texts }: LayoutPartProps) => {
  const plate = (side: Side) => (
    <Plate board={board} shown={shown} side={side} sizes={NAME}>
      <Notices notices={shown.notices[side]} side={side} balls={7} sizes={NOTICES} texts={texts} />
    </Plate>
  );
  const frames = (side: Side) =>
    shown.frames && (
      <div className="on-air__tile on-air__frame-tile">
        <FrameCount shown={shown} side={side} sizes={FRAMES} />
      </div>
    );
  return (
    <div className="on-air__board">
      <div className="on-air__strip">
        <Labels shown={shown} of={['raceTo', 'rack', 'frame', 'bestOf']} texts={texts} />
      </div>
      {plate('A')}
      {frames('A')}
      <ScoreTile shown={shown} side="A" sizes={SCORE} />
      {board.shot ? (
        <ShotClock $face={clocks.$shotFace} texts={texts} tile />
      ) : (
        <span className="on-air__separator" aria-hidden="true" />
      )}
      <ScoreTile shown={shown} side="B" sizes={SCORE} />
      {frames('B')}
      {plate('B')}
      <div className="on-air__strip">
        <Remark remark={shown.remark} texts={texts} />
        <MatchClock clocks={clocks} texts={texts} />
      </div>
    </div>
  );
};
