import { useStore } from '@nanostores/react';
import { createElement, useRef, useState, type CSSProperties } from 'react';
import { screenTitle } from '../../core/branding/branding.ts';
import { drawnIn } from '../../core/overlay/drawn.ts';
import { canvasOf, LAYOUTS } from '../../core/overlay/layouts.ts';
import { shownOf } from '../../games/boards.ts';
import { createFetched } from '../../kit/fetched.ts';
import { EqualSizeContext, newEqualSizeGroups } from './equal-sizes.ts';
import { LAYOUT_PARTS } from './layouts.ts';
import type { LayoutProps } from './props.ts';
import { useDesignVariables } from './useDesignVariables.ts';
import { useElementSize } from './useElementSize.ts';

const layoutPart = createFetched(LAYOUT_PARTS);

interface Props extends LayoutProps {
  /** Scales the board to its container's width, whatever its layout and scale. */
  readonly fit?: boolean;
}

/** A board in its look's layout. The order is the same in every language, as on any scoreboard. */
export const AnyLayout = ({ fit = false, ...props }: Props) => {
  const { board, look, clocks, texts } = props;
  const { layout, design, theme, still, scale } = look;
  const root = useRef<HTMLDivElement>(null);
  const [equalSizes] = useState(newEqualSizeGroups);
  const place = useElementSize(root);
  const part = useStore(layoutPart(layout));
  const variables = useDesignVariables(look);
  const timeUp = useStore(clocks.$timeUp, { ssr: 'initial' });
  const shown = drawnIn(look, shownOf(board), board, timeUp);
  const branding = {
    ...props.branding,
    table: screenTitle(props.branding.table, texts.overlay.numberedTable),
  };
  const canvas = canvasOf(layout, scale, place, fit);
  const sizes = {
    '--width': `${canvas.width}px`,
    '--height': `${canvas.height}px`,
    '--scale': canvas.scale,
    '--wanted': scale,
    ...variables,
  };
  const fills = LAYOUTS[layout].fills ?? (fit ? 'width' : undefined);
  return (
    <div
      ref={root}
      className="on-air"
      dir="ltr"
      translate="no"
      data-testid="overlay"
      data-layout={layout}
      data-design={design}
      data-theme={theme}
      data-motion={still ? 'none' : 'usual'}
      data-unit={shown.unit ?? undefined}
      data-clock={timeUp ? 'up' : board.clock.running ? 'running' : 'stopped'}
      data-fills={fills}
      data-upright={canvas.upright || undefined}
      style={sizes as CSSProperties}
    >
      {part && variables && place !== null && (
        <EqualSizeContext value={equalSizes}>
          <div className="on-air__canvas">{createElement(part, { ...props, branding, shown, canvas })}</div>
        </EqualSizeContext>
      )}
    </div>
  );
};
