import type { TextsOf } from '../../i18n/texts.ts';
import { useRef } from 'react';
import type { Drawn } from '../../core/overlay/drawn.ts';
import type { Notice } from '../../rules/shown.ts';
import { SIDES, type Side } from '../../rules/rules.ts';
import type { BoardClocks } from './board-clocks.ts';
import type { FitSizes } from './fit-text.ts';
import { NoticeSaid } from './NoticeSaid.tsx';
import { useFit } from './useFit.ts';

interface Props {
  readonly shown: Drawn;
  readonly clocks: BoardClocks;
  readonly side: Side;
  /** Whether the players are side by side. Both names are then on one line, even if only one side has notices. */
  readonly abreast?: boolean;
  /** Leaves out the break, which is shown elsewhere in more detail. */
  readonly withoutBreak?: boolean;
  /** Whether each notice has its own background. */
  readonly chips?: boolean;
  /** The most balls of a break; the oldest ones are dropped. */
  readonly balls: number;
  readonly sizes: FitSizes;
  readonly texts: TextsOf<'overlay'>;
}

/** A side's notices, in one line, sized to fit. */
export const Notices = ({
  shown,
  clocks,
  side,
  abreast = false,
  withoutBreak,
  chips,
  balls,
  sizes,
  texts,
}: Props) => {
  const box = useRef<HTMLDivElement>(null);
  // The last two matter most.
  const saidOf = (of: Side): readonly Notice[] =>
    shown.notices[of].filter(({ kind }) => !withoutBreak || kind !== 'break').slice(-2);
  const said = saidOf(side);
  const isEmpty = (abreast ? SIDES : [side]).every((of) => saidOf(of).length === 0);
  useFit(box, JSON.stringify([isEmpty, said, shown.hasVisit, texts.locale]), sizes);
  return (
    !isEmpty && (
      <div ref={box} className="on-air__fit on-air__notices" data-side={side}>
        <div className="on-air__line">
          {said.map((notice, index) => (
            <NoticeSaid
              key={notice.kind}
              notice={notice}
              balls={balls}
              chip={chips}
              yields={index < said.length - 1}
              $visitText={shown.hasVisit ? clocks.$visitText : null}
              texts={texts}
            />
          ))}
        </div>
      </div>
    )
  );
};
