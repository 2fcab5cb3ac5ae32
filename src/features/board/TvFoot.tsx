import type { Notice } from '../../rules/shown.ts';
import { isSponsored } from '../../core/overlay/sponsors.ts';
import { SIDES } from '../../rules/rules.ts';
import { Labels } from './Labels.tsx';
import { NoticeSaid } from './NoticeSaid.tsx';
import type { LayoutPartProps } from './props.ts';
import { Remark } from './Remark.tsx';
import { Said } from './Said.tsx';
import { ShotClock } from './ShotClock.tsx';
import { Sponsors } from './Sponsors.tsx';

/** How many of a break's balls fit. */
const BALLS = { alone: 9, besideShot: 0, upright: 7 } as const;

const isBreak = ({ kind }: Notice): boolean => kind === 'break';

/** The foot of a television: the break or a remark, the shot clock, the lead. */
export const TvFoot = ({ board, branding, look, shown, canvas, clocks, texts }: LayoutPartProps) => {
  const { notices, remark, high, lead, left, frames } = shown;
  const scored = SIDES.flatMap((side) => notices[side]).find(isBreak);
  const sponsored = isSponsored(look, branding) && (canvas.upright || !frames);
  const middle = board.shot ? (sponsored ? 'both' : 'shot') : sponsored ? 'sponsors' : null;
  if (!scored && remark === null && high === null && lead === null && middle === null)
    return <div className="on-air__foot on-air__tile" data-empty />;
  const beside = board.shot ? BALLS.besideShot : BALLS.alone;
  return (
    <div className="on-air__foot on-air__tile" data-middle={middle ?? undefined}>
      <div className="on-air__now">
        {scored && (
          <NoticeSaid
            notice={scored}
            balls={canvas.upright ? BALLS.upright : beside}
            $visitText={shown.hasVisit ? clocks.$visitText : null}
            texts={texts}
          />
        )}
        <Remark remark={remark} texts={texts} />
        {!scored && remark === null && high !== null && (
          <Said texts={texts} className="on-air__race" testId="overlay-high-break">
            <span>{texts.overlay.highBreak}</span>{' '}
            <bdi translate="no" className="on-air__target">
              {high}
            </bdi>
          </Said>
        )}
      </div>
      {board.shot && <ShotClock $face={clocks.$shotFace} texts={texts} />}
      {sponsored && <Sponsors sponsors={branding.sponsors} still={look.still} />}
      <div className="on-air__sums">
        {lead && (
          <Said texts={texts} className="on-air__race" testId="overlay-lead">
            <span>{texts.overlay[lead.kind]}</span>{' '}
            {lead.kind !== 'level' && (
              <bdi translate="no" className="on-air__target">
                {lead.count}
              </bdi>
            )}
          </Said>
        )}
        {left !== null && <Labels shown={shown} of={['left']} texts={texts} />}
        {frames && canvas.upright && <Labels shown={shown} of={['bestOf']} texts={texts} />}
      </div>
    </div>
  );
};
