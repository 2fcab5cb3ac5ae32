import type { TextsOf } from '../../i18n/texts.ts';
import type { Drawn } from '../../core/overlay/drawn.ts';
import { LEAST_TEXT } from '../../core/overlay/layouts.ts';
import { SIDES, type Side } from '../../rules/rules.ts';
import type { BoardClocks } from './board-clocks.ts';
import { EventLine, eventPlan } from './EventLine.tsx';
import { oneLine } from './fit-text.ts';
import { Labels } from './Labels.tsx';
import { MatchClock } from './MatchClock.tsx';
import { Notices } from './Notices.tsx';
import { Remark } from './Remark.tsx';
import { ShotClock } from './ShotClock.tsx';

interface Props {
  readonly event: string;
  readonly shown: Drawn;
  readonly clocks: BoardClocks;
  /** Whether there is a shot clock. */
  readonly shot: boolean;
  readonly texts: TextsOf<'overlay'>;
}

const NOTICES = oneLine(LEAST_TEXT);
const EVENT = eventPlan(LEAST_TEXT);

/** The bar's second line: each side's notices, with remarks about both in the middle. */
export const BarFooter = ({ event, shown, clocks, shot, texts }: Props) => {
  const { frames, remark, notices } = shown;
  // With frames between the scores, the shot clock moves here.
  const isTimed = frames !== null && shot;
  // A break, a remark and a time matter more than the event.
  const hasRoom =
    remark === null && !isTimed && SIDES.every((side) => notices[side].every(({ kind }) => kind !== 'break'));
  const chips = (side: Side) => (
    <Notices shown={shown} clocks={clocks} side={side} chips balls={12} sizes={NOTICES} texts={texts} />
  );
  return (
    <div className="on-air__beneath">
      {chips('A')}
      <div className="on-air__strip">
        {hasRoom && <EventLine event={event} sizes={EVENT} />}
        <Labels shown={shown} of={['raceTo', 'frame']} texts={texts} />
        <Remark remark={remark} texts={texts} />
        {isTimed && <ShotClock $face={clocks.$shotFace} texts={texts} />}
        <MatchClock shown={shown} clocks={clocks} texts={texts} />
      </div>
      {chips('B')}
    </div>
  );
};
