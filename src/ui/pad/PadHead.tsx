import { useCallback, useState } from 'react';
import { elapsedSeconds, formatClock, millisToNextSecond } from '../../core/clock/count-up.ts';
import { SIDES } from '../../core/rules/rules.ts';
import type { Scored } from '../../stores/match/scoring.ts';
import { say } from '../say.ts';
import { Icon } from '../Icon.tsx';
import { nameOf } from './names.ts';
import { ageIn, behindSince, isFresh, standingOf, type Standing } from './standing.ts';
import type { PadTexts } from './texts.ts';
import { useNow } from './useNow.ts';
import { numbersOf, poolOf, snookerOf } from './view.ts';

interface Props {
  readonly scored: Scored;
  readonly title: string;
  readonly texts: PadTexts;
  readonly serverNow: () => number;
  readonly covered: boolean;
  readonly onStanding: () => void;
}

const roundOf = (scored: Scored, texts: PadTexts): string => {
  const snooker = snookerOf(scored);
  if (snooker) {
    const { played, frame } = snooker;
    return say(texts.frame, { n: played.length + (frame.winner === null ? 1 : 0) });
  }
  const pool = poolOf(scored);
  if (!pool) return scored.match.game === 'plain' ? texts.quickUpdate : '';
  return say(texts.rack, { n: pool.racks.A + pool.racks.B + (pool.over ? 0 : 1) });
};

const MatchTime = ({ scored: { clock }, serverNow }: Pick<Props, 'scored' | 'serverNow'>) => {
  const next = useCallback((now: number) => millisToNextSecond(clock, now), [clock]);
  const now = useNow(serverNow, next);
  return (
    <time className="pad-head__clock" dir="ltr" data-running={clock.running}>
      {formatClock(elapsedSeconds(clock, now))}
    </time>
  );
};

/** How old what viewers see is; counted from when this page first saw it fall behind, or from the oldest line. */
const Age = ({ scored, texts, serverNow }: Pick<Props, 'scored' | 'texts' | 'serverNow'>) => {
  const [seen] = useState(serverNow);
  const since = Math.min(seen, behindSince(scored) ?? seen);
  const now = useNow(
    serverNow,
    useCallback((at: number) => 1000 - ((at - since) % 1000), [since]),
  );
  const { unit, n } = ageIn(now - since);
  return say(texts[`onAir.${unit}`], { n });
};

const SIGNS = {
  onAir: 'check',
  pending: 'upload',
  held: 'hold',
  offline: 'cloudOff',
  notKept: 'upload',
  forbidden: 'lock',
  readOnly: 'lock',
} as const satisfies Record<Standing, unknown>;

/** Table, frame or rack, clock; what viewers see, and what they don't see yet. */
export const PadHead = ({ scored, title, texts, serverNow, covered, onStanding }: Props) => {
  const standing = standingOf(scored);
  const { score, frames } = numbersOf(scored, scored.onAir);
  const { pending } = scored;
  const fresh = isFresh(scored);
  const counted = pending > 0 && standing !== 'onAir';
  const label = texts[`status.${standing === 'offline' && counted ? 'pending' : standing}`];
  return (
    <>
      <header className="pad-head" inert={covered}>
        <h1 className="pad-head__title">
          <bdi>{title}</bdi>
        </h1>
        <p className="pad-head__round">{roundOf(scored, texts)}</p>
        <MatchTime scored={scored} serverNow={serverNow} />
      </header>
      <div className="pad-air" inert={covered}>
        <section className="pad-air__strip" data-fresh={fresh} aria-label={texts['onAir.title']}>
          <p className="pad-air__state">
            <span className="pad-air__live">{texts['onAir.title']}</span>
            <span>
              {fresh ? texts['onAir.now'] : <Age scored={scored} texts={texts} serverNow={serverNow} />}
            </span>
          </p>
          <p className="pad-air__board">
            {SIDES.map((side) => (
              <span className="pad-air__side" key={side}>
                <bdi className="pad-air__name">{nameOf(scored.onAir, side, texts)}</bdi>
                {frames && <span className="pad-air__frames">{frames[side]}</span>}
                <b className="pad-air__score">{score[side]}</b>
              </span>
            ))}
          </p>
        </section>
        <button
          className="pad-standing"
          type="button"
          data-standing={standing}
          data-key="standing"
          onClick={onStanding}
        >
          <span className="pad-standing__sign">
            <Icon name={SIGNS[standing]} />
            {counted && <b className="pad-standing__count">{pending}</b>}
          </span>
          <span className="pad-standing__words">{label}</span>
        </button>
      </div>
    </>
  );
};
