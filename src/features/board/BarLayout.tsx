import { LEAST_TEXT } from '../../core/overlay/layouts.ts';
import { BarFooter } from './BarFooter.tsx';
import { oneLine } from './fit-text.ts';
import type { LayoutPartProps } from './props.ts';
import { Players } from './Players.tsx';

export { default as styles } from './layouts/bar.scss?inline';

const SIZES = {
  name: { largest: 46, smallestUnbroken: 32, smallest: LEAST_TEXT },
  score: oneLine(80),
  frames: oneLine(38),
};

/** One bar, with each side's notices below it. */
const BarLayout = (props: LayoutPartProps) => {
  const { board, shown, clocks, texts } = props;
  return (
    <>
      <Players {...props} sizes={SIZES} />
      <BarFooter event={board.event} shown={shown} clocks={clocks} shot={board.shot !== null} texts={texts} />
    </>
  );
};

export default BarLayout;
