import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { shownOf } from '../../boards.ts';
import { decided, leader, pointsLeft, snookersRequired } from '../frame.ts';
import type { SnookerState } from '../rules.ts';
import { createVisitText } from '../../../features/board/visit-text.ts';
import { derived } from '../../../browser/derived.ts';
import type { LineProps } from '../../../features/pad-parts/game-pad.ts';

/** How many balls of a break fit on a narrow phone; the last ones are shown. */
const BALLS = 36;

/** The break with its time and its balls, the lead, and the points left. */
export const SnookerLine = ({ scored, scoring: { $scored }, texts, serverNow }: LineProps) => {
  const [$visitText] = useState(() =>
    createVisitText(
      derived([$scored], (now) => now?.visitAtMillis ?? null),
      serverNow,
    ),
  );
  const { frame } = scored.state as SnookerState;
  const { at, breakBalls } = frame;
  const side = at ?? leader(frame) ?? 'A';
  const { lead } = shownOf(scored.rules.board(scored.state));
  const visit = useStore($visitText);
  const timed = scored.visitAtMillis !== null;
  const required = snookersRequired(frame);
  return (
    <div className="pad-line">
      <p className={`pad-line__value pad-line__value--break ${timed ? 'pad-line__value--timed' : ''}`}>
        <span>{texts.overlay.break}</span> <b data-testid="pad-break">{frame.break}</b>{' '}
        {timed && (
          <time
            className="pad-line__visit"
            role="timer"
            dir="ltr"
            aria-label={texts.overlay.breakTimer}
            data-testid="pad-visit"
          >
            {visit}
          </time>
        )}
      </p>
      <p className="pad-line__balls" aria-hidden="true">
        {breakBalls.slice(-BALLS).map((ball, index) => (
          <span className={`ball ball--${ball}`} key={breakBalls.length - BALLS + index} />
        ))}
      </p>
      {lead && (
        <p className="pad-line__value">
          <span>{texts.overlay[lead.kind]}</span> {lead.kind !== 'level' && <b>{lead.count}</b>}
        </p>
      )}
      {frame.winner === null && decided(frame) ? (
        <p className="pad-line__value pad-line__value--decided">{texts.pad.line.decided}</p>
      ) : (
        <>
          <p className="pad-line__value">
            <span>{texts.overlay.left}</span> <b data-testid="pad-left">{pointsLeft(frame, side)}</b>
          </p>
          {required && (
            <p className="pad-line__value pad-line__value--snookers">
              <span>{texts.pad.line.snookers}</span> <b>{required.toTie}</b>
            </p>
          )}
        </>
      )}
    </div>
  );
};
