import { Beneath } from './Beneath.tsx';
import { oneLine } from './fit-text.ts';
import type { LayoutPartProps } from './part.ts';
import { Players } from './Players.tsx';

const SIZES = {
  name: { largest: 46, smallestInOneLine: 28, smallestUnbroken: 19, smallest: 14 },
  score: oneLine(80, 20),
  frames: oneLine(38, 12),
};

/** One bar, and beneath it what is said of each side. */
export const BarLayout = (props: LayoutPartProps) => {
  const { board, shown, clocks, texts } = props;
  return (
    <>
      <Players {...props} sizes={SIZES} />
      <Beneath shown={shown} clocks={clocks} shot={board.shot !== null} texts={texts} />
    </>
  );
};
