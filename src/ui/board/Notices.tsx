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
  /** Leaves out the break, which is shown elsewhere in more detail. */
  readonly withoutBreak?: boolean;
  /** How many balls of a break fit if there is no other notice. */
  readonly balls: number;
  readonly sizes: FitSizes;
  readonly texts: TextsOf<'overlay'>;
}

/** The last two notices, which matter most, where only two fit. */
export const lastTwo = (notices: readonly Notice[]): readonly Notice[] => notices.slice(-2);

/** A side's notices, in one line on its plate, sized to fit. Space is reserved in every game that has notices. */
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
