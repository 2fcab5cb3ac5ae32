import type { CSSProperties } from 'react';
import { shareOfPicture } from '../../core/overlay/overlay-link.ts';
import type { Look } from '../../core/overlay/look.ts';
import { useSeen } from '../../kit/useSeen.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { LiveBoard } from '../board/LiveBoard.tsx';
import type { PartProps } from './props.ts';

interface Props {
  readonly desk: PartProps['desk'];
  readonly look: Look;
  /** Whether it shows the board's place and size on a stream's picture; otherwise the board alone. */
  readonly placed: boolean;
  readonly texts: ScreenTexts;
}

/** The table's board in a look, small: a picture of a choice, drawn once it is seen. */
export const Thumbnail = ({ desk, look, placed, texts }: Props) => {
  const [picture, isSeen] = useSeen<HTMLSpanElement>();
  const share = { '--share': `${shareOfPicture(look) * 100}%` } as CSSProperties;
  return (
    <span
      ref={picture}
      className={placed ? 'look__picture look__thumbnail' : 'look__thumbnail'}
      dir="ltr"
      aria-hidden
    >
      <span className={placed ? 'look__place' : 'look__board'} data-place={look.layout} style={share}>
        {isSeen && <LiveBoard overlay={desk} look={look} texts={texts.inAll[look.locale]} />}
      </span>
    </span>
  );
};
