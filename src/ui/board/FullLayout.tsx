import { isSponsored } from '../../core/overlay/sponsors.ts';
import { oneLine } from './fit-text.ts';
import { Labels } from './Labels.tsx';
import { MatchClock } from './MatchClock.tsx';
import { Notices } from './Notices.tsx';
import type { LayoutPartProps } from './props.ts';
import type { Side } from '../../core/rules/rules.ts';
import { Plate } from './Plate.tsx';
import { Remark } from './Remark.tsx';
import { FrameCount, ScoreTile } from './Score.tsx';
import { ShotClock } from './ShotClock.tsx';
import { Sponsors } from './Sponsors.tsx';

export { default as styles } from '../../styles/on-air/layouts/full.scss?inline';

const NAME = { largest: 46, smallestInOneLine: 30, smallestUnbroken: 20, smallest: 12 };
const SCORE = oneLine(80, 20);
const FRAMES = oneLine(42, 14);
const NOTICES = oneLine(22, 12);

/** One line across the full width of the picture. */
const FullLayout = ({ board, dressing, look, shown, clocks, texts }: LayoutPartProps) => {
  const plate = (side: Side) => (
    <Plate board={board} dressing={dressing} shown={shown} side={side} sizes={NAME}>
      <Notices shown={shown} side={side} balls={7} sizes={NOTICES} texts={texts} />
    </Plate>
  );
  const frames = (side: Side) =>
    shown.frames && (
      <div className="on-air__tile on-air__frame-tile">
        <FrameCount shown={shown} side={side} sizes={FRAMES} />
      </div>
    );
  const time = (
    <div className="on-air__time">
      <Remark remark={shown.remark} texts={texts} />
      <MatchClock clocks={clocks} texts={texts} />
    </div>
  );
  const sponsored = isSponsored(look, dressing);
  return (
    <div className="on-air__board" data-sponsored={sponsored || undefined}>
      <div className="on-air__band">
        <Labels
          shown={shown}
          of={
            sponsored && shown.remark !== null ? ['raceTo', 'frame'] : ['raceTo', 'rack', 'frame', 'bestOf']
          }
          texts={texts}
        />
        {sponsored && time}
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
      <div className="on-air__band">
        {sponsored ? <Sponsors sponsors={dressing.sponsors} still={look.still} /> : time}
      </div>
    </div>
  );
};

export default FullLayout;
