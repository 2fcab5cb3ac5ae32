import type { TextsOf } from '../../i18n/texts.ts';
import { useRef } from 'react';
import type { Notice, Shown } from '../../core/overlay/shown.ts';
import type { Side } from '../../core/rules/rules.ts';
import type { FitSizes } from './fit-text.ts';
import { NoticeSaid } from './NoticeSaid.tsx';
import { useFit } from './useFit.ts';

interface Props {
  readonly shown: Shown;
  readonly side: Side;
  /** Of a break something else says more. */
  readonly withoutBreak?: boolean;
  /** For how many balls of a break there is room, if nothing else is said. */
  readonly balls: number;
  readonly sizes: FitSizes;
  readonly texts: TextsOf<'overlay'>;
}

/** What is said of a side where there is room for two things: the last say most. */
export const lastTwo = (notices: readonly Notice[]): readonly Notice[] => notices.slice(-2);

/** What is said of a side, in one line on its plate, as large as its place allows; its place is there in each game that says anything. */
export const Notices = ({ shown, side, withoutBreak = false, balls, sizes, texts }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const said = lastTwo(shown.notices[side].filter(({ kind }) => !withoutBreak || kind !== 'break'));
  useFit(box, JSON.stringify([said, texts.locale]), sizes);
  return (
    shown.unit !== null && (
      <div ref={box} className="on-air__fit on-air__notices" data-side={side}>
        <div className="on-air__line">
          {said.map((notice) => (
            <NoticeSaid key={notice.kind} notice={notice} balls={said.length > 1 ? 0 : balls} texts={texts} />
          ))}
        </div>
      </div>
    )
  );
};
