import type { TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { shownOf } from '../../games/boards.ts';
import { gameOf } from '../../games/games.ts';
import { SIDES } from '../../rules/rules.ts';
import { createAge } from '../board/age.ts';
import { createClockText, createTimeUp } from '../board/clock-text.ts';
import { derived } from '../../browser/derived.ts';
import { timeOf, type Scored, type Scoring } from '../match/scoring.ts';
import { formatMessage } from '../../i18n/format.ts';
import { Icon } from '../../kit/Icon.tsx';
import { behind } from './behind.ts';
import { nameOf } from '../pad-parts/names.ts';
import { ageIn, behindSince, isFresh, syncStatusOf, type SyncStatus } from './sync-status.ts';
import { numbersOf } from './view.ts';

interface Props {
  readonly scored: Scored;
  readonly scoring: Scoring;
  readonly title: string;
  /** The surrounding page has its own headline. */
  readonly placed: boolean;
  readonly texts: TextsOf<'match' | 'pad'>;
  readonly serverNow: () => number;
  readonly covered: boolean;
  /** Omitted if the pad can't be closed. */
  readonly onClose: (() => void) | undefined;
  readonly onStatus: () => void;
}

const roundOf = (scored: Scored, texts: TextsOf<'match' | 'pad'>): string => {
  const { unit, frame, rack, wins } = shownOf(scored.rules.board(scored.state));
  if (unit === null) return gameOf(scored.match.game)?.isTyped ? texts.pad.quickUpdate : '';
  return formatMessage(texts.pad[unit], { n: (unit === 'frame' ? frame : rack) ?? wins[0] + wins[1] });
};

type TimeProps = Pick<Props, 'scored' | 'scoring' | 'serverNow'>;

/** Time played, or time left. In a timed match, shows pause bars while the time is stopped. */
const MatchTime = ({ scored, scoring: { $scored }, serverNow }: TimeProps) => {
  const [source] = useState(() => ({
    $time: derived([$scored], (now) => now && timeOf(now)),
    serverNow,
  }));
  const [$text] = useState(() => createClockText(source));
  const [$timeUp] = useState(() => createTimeUp(source));
  const timeUp = useStore($timeUp, { ssr: 'initial' });
  const { clock, minutes } = timeOf(scored);
  return (
    <time
      className="pad-head__clock"
      dir="ltr"
      data-testid="pad-clock"
      data-running={clock.running}
      data-up={timeUp}
    >
      {minutes !== null && !clock.running && !timeUp && <Icon name="hold" />}
      <span>{useStore($text)}</span>
    </time>
  );
};

/** How far viewers are behind: since this page first noticed, or since the oldest pending line. */
const Age = ({ scoring: { $scored }, texts, serverNow }: Pick<Props, 'scoring' | 'texts' | 'serverNow'>) => {
  const [$age] = useState(() =>
    createAge(
      derived([$scored], (scored) => scored && behindSince(scored)),
      serverNow,
    ),
  );
  const { unit, n } = ageIn(useStore($age) * 1000);
  return <span>{formatMessage(texts.pad.onAir[unit], { n })}</span>;
};

const SIGNS = {
  onAir: 'check',
  pending: 'upload',
  held: 'hold',
  offline: 'cloudOff',
  limited: 'cloudOff',
  notKept: 'upload',
  forbidden: 'lock',
  readOnly: 'lock',
} as const satisfies Record<SyncStatus, unknown>;

/** Table, frame or rack, and clock; whether viewers are up to date. */
export const PadHead = ({
  scored,
  scoring,
  title,
  placed,
  texts,
  serverNow,
  covered,
  onClose,
  onStatus,
}: Props) => {
  const Title = placed ? 'h2' : 'h1';
  const status = syncStatusOf(scored);
  const { score, frames } = numbersOf(scored, scored.onAir);
  const { pending } = scored;
  const fresh = isFresh(scored);
  const counted = pending > 0 && status !== 'onAir';
  const label = texts.pad.status[status === 'offline' && counted ? 'pending' : status];
  return (
    <>
      <header className="pad-head" {...behind(covered)}>
        <div className="pad-head__start">
          {onClose && (
            <button
              type="button"
              className="pad-head__close"
              data-key="leave"
              aria-label={texts.pad.leave}
              onClick={onClose}
            >
              <Icon name="close" />
            </button>
          )}
          <Title className="pad-head__title" dir="auto">
            <bdi translate="no">{title}</bdi>
          </Title>
        </div>
        <p className="pad-head__round">{roundOf(scored, texts)}</p>
        <MatchTime scored={scored} scoring={scoring} serverNow={serverNow} />
      </header>
      <div className="pad-air" {...behind(covered)}>
        <section className="pad-air__strip" data-fresh={fresh} aria-label={texts.pad.onAir.title}>
          <p className="pad-air__state">
            <span className="pad-air__live">{texts.pad.onAir.title}</span>
            <span>
              {fresh ? texts.pad.onAir.now : <Age scoring={scoring} texts={texts} serverNow={serverNow} />}
            </span>
          </p>
          <p className="pad-air__board">
            {SIDES.map((side) => (
              <span className="pad-air__side" key={side}>
                <bdi translate="no" className="pad-air__name">
                  {nameOf(scored.onAir, side, texts)}
                </bdi>
                {frames && <span className="pad-air__frames">{frames[side]}</span>}
                <b className="pad-air__score">{score[side]}</b>
              </span>
            ))}
          </p>
        </section>
        <button
          className="pad-status"
          type="button"
          data-status={status}
          data-pending={pending}
          data-key="status"
          onClick={onStatus}
        >
          <span className="pad-status__sign">
            <Icon name={SIGNS[status]} />
            {counted && <b className="pad-status__count">{pending}</b>}
          </span>
          <span className="pad-status__words">{label}</span>
        </button>
      </div>
    </>
  );
};
