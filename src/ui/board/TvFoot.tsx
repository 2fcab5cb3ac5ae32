import type { Notice } from '../../core/overlay/shown.ts';
import { SIDES } from '../../core/rules/rules.ts';
import { Labels } from './Labels.tsx';
import { NoticeChip } from './NoticeChip.tsx';
import type { LayoutPartProps } from './part.ts';
import { Remark } from './Remark.tsx';
import { Said } from './Said.tsx';
import { ShotClock } from './ShotClock.tsx';

/** For how many of a break's balls there is room, and beside a shot clock. */
const BALLS = { alone: 9, besideShot: 0, upright: 7 } as const;

const isBreak = ({ kind }: Notice): boolean => kind === 'break';

/** What a television says of both players: the break, or a remark; the shot clock; how far who is ahead. */
export const TvFoot = ({ board, shown, canvas, clocks, texts }: LayoutPartProps) => {
  const { notices, remark, high, lead, left, frames } = shown;
  const scored = SIDES.flatMap((side) => notices[side]).find(isBreak);
  if (!scored && remark === null && high === null && lead === null && !board.shot) return null;
  const balls = canvas.upright ? BALLS.upright : board.shot ? BALLS.besideShot : BALLS.alone;
  return (
    <div className="on-air__foot on-air__tile" data-with={board.shot ? 'shot' : undefined}>
      <div className="on-air__now">
        {scored && <NoticeChip notice={scored} balls={balls} texts={texts} />}
        <Remark remark={remark} texts={texts} />
        {!scored && remark === null && high !== null && (
          <Said texts={texts} className="on-air__race" testId="overlay-high-break">
            <span className="on-air__label">{texts.highBreak}</span>{' '}
            <bdi className="on-air__target">{high}</bdi>
          </Said>
        )}
      </div>
      {board.shot && <ShotClock $face={clocks.$shotFace} texts={texts} />}
      <div className="on-air__sums">
        {lead && (
          <Said texts={texts} className="on-air__race" testId="overlay-lead">
            <span className="on-air__label">{texts[lead.kind]}</span>{' '}
            {lead.kind !== 'level' && <bdi className="on-air__target">{lead.count}</bdi>}
          </Said>
        )}
        {left !== null && <Labels shown={shown} of={['left']} texts={texts} />}
        {frames && canvas.upright && <Labels shown={shown} of={['bestOf']} texts={texts} />}
      </div>
    </div>
  );
};
