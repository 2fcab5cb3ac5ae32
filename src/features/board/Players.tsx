import type { NameSizes } from '../../core/overlay/name-steps.ts';
import type { Side } from '../../rules/rules.ts';
import type { Elements } from '../../kit/elements.ts';
import type { FitSizes } from './fit-text.ts';
import { Frames } from './Frames.tsx';
import type { LayoutPartProps } from './props.ts';
import { Plate } from './Plate.tsx';
import { ScoreTile } from './Score.tsx';
import { ShotClock } from './ShotClock.tsx';

interface Props extends LayoutPartProps {
  readonly sizes: { readonly name: NameSizes; readonly score: FitSizes; readonly frames: FitSizes };
  /** Further content beside the name on a plate. */
  readonly beside?: (side: Side) => Elements;
}

/** Both players in one row with their scores, separated by the frames, the shot clock or a dash. */
export const Players = ({ sizes, beside, ...props }: Props) => {
  const { board, branding, shown, clocks, texts } = props;
  const middle = shown.frames ? 'frames' : board.shot ? 'shot' : 'dash';
  const plate = (side: Side) => (
    <Plate board={board} branding={branding} shown={shown} side={side} sizes={sizes.name}>
      {beside?.(side)}
    </Plate>
  );
  const score = (side: Side) => <ScoreTile shown={shown} side={side} sizes={sizes.score} />;
  return (
    <div className="on-air__players" data-middle={middle}>
      {plate('A')}
      {score('A')}
      {middle === 'frames' && <Frames shown={shown} sizes={sizes.frames} texts={texts} />}
      {middle === 'shot' && (
        <div className="on-air__tile on-air__timer">
          <ShotClock $face={clocks.$shotFace} texts={texts} round />
        </div>
      )}
      {middle === 'dash' && <span className="on-air__separator" aria-hidden="true" />}
      {score('B')}
      {plate('B')}
    </div>
  );
};
