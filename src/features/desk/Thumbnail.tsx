import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { shareOfPicture } from '../../core/overlay/overlay-link.ts';
import type { Look } from '../../core/overlay/look.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { LiveBoard } from './LiveBoard.tsx';
import type { PartProps } from './props.ts';

interface Props {
  readonly desk: PartProps['desk'];
  readonly look: Look;
  /** Whether it shows the board's place and size on a stream's picture; otherwise the board alone. */
  readonly placed: boolean;
  readonly texts: VenueTexts;
}

/** Whether an element has come near the window. */
const useSeen = (element: RefObject<HTMLElement | null>): boolean => {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      watch.disconnect();
    });
    watch.observe(node);
    return () => watch.disconnect();
  }, [element]);
  return seen;
};

/** The table's board in a look, small: a picture of a choice, drawn once it is seen. */
export const Thumbnail = ({ desk, look, placed, texts }: Props) => {
  const picture = useRef<HTMLSpanElement>(null);
  const seen = useSeen(picture);
  const share = { '--share': `${shareOfPicture(look) * 100}%` } as CSSProperties;
  return (
    <span
      ref={picture}
      className={placed ? 'look__picture look__thumbnail' : 'look__thumbnail'}
      dir="ltr"
      aria-hidden
    >
      <span className={placed ? 'look__place' : 'look__board'} data-place={look.layout} style={share}>
        {seen && <LiveBoard desk={desk} look={look} texts={texts} />}
      </span>
    </span>
  );
};
