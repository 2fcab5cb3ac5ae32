import { useStore } from '@nanostores/react';
import type { Look } from '../../core/overlay/look.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { AnyLayout } from '../board/AnyLayout.tsx';
import type { PartProps } from './props.ts';

interface Props {
  readonly desk: PartProps['desk'];
  readonly look: Look;
  readonly texts: VenueTexts;
}

/** The table's board in a look, as wide as its place; nothing until it is known. */
export const LiveBoard = ({ desk, look, texts }: Props) => {
  const { board, branding } = useStore(desk.$live);
  return (
    board && (
      <AnyLayout
        fit
        board={board}
        branding={branding}
        look={look}
        clocks={desk.clocks}
        texts={texts.inAll[look.locale]}
      />
    )
  );
};
