import { useStore } from '@nanostores/react';
import type { LayoutProps } from './props.ts';
import { AnyLayout } from './AnyLayout.tsx';
import type { Overlay } from './overlay.ts';

interface Props extends Pick<LayoutProps, 'look' | 'texts'> {
  readonly overlay: Pick<Overlay, '$live' | 'clocks'>;
}

/** A followed board in a look, as wide as its place; nothing until it is known. */
export const LiveBoard = ({ overlay: { $live, clocks }, look, texts }: Props) => {
  const { board, branding } = useStore($live);
  return (
    board && <AnyLayout fit board={board} branding={branding} look={look} clocks={clocks} texts={texts} />
  );
};
