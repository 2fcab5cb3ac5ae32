import { useRef } from 'react';
import type { Notice } from '../../core/overlay/shown.ts';
import type { Side } from '../../core/rules/rules.ts';
import type { FitSizes } from './fit-text.ts';
import { NoticeSaid } from './NoticeSaid.tsx';
import type { LayoutTexts } from './texts.ts';
import { useFit } from './useFit.ts';

interface Props {
  readonly notices: readonly Notice[];
  readonly side: Side;
  /** For how many balls of a break there is room, if nothing else is said. */
  readonly balls: number;
  readonly sizes: FitSizes;
  readonly texts: LayoutTexts;
}

/** For how many there is room: the last say most. */
const MOST = 2;

/** What is said of a side, in one line on its plate, as large as its place allows. */
export const Notices = ({ notices, side, balls, sizes, texts }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  useFit(box, JSON.stringify([notices, texts.lang]), sizes);
  return (
    <div ref={box} className="on-air__fit on-air__notices" data-side={side}>
      <div className="on-air__line">
        {notices.slice(-MOST).map((notice) => (
          <NoticeSaid
            key={notice.kind}
            notice={notice}
            balls={notices.length > 1 ? 0 : balls}
            texts={texts}
          />
        ))}
      </div>
    </div>
  );
};
