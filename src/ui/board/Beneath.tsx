import type { Bar } from '../../core/overlay/bar.ts';
import { formatScore } from '../../core/overlay/score.ts';
import type { Side } from '../../core/rules/rules.ts';
import type { BoardClocks } from '../../stores/clock/board-clocks.ts';
import { ClockDigits } from './ClockDigits.tsx';
import { NoticeChip } from './NoticeChip.tsx';
import { Said } from './Said.tsx';
import { ShotClock } from './ShotClock.tsx';
import type { LayoutTexts } from './texts.ts';

interface Props {
  readonly bar: Bar;
  readonly clocks: BoardClocks;
  /** Whether the shot clock stands here, its place between the scores being taken. */
  readonly shot: boolean;
  readonly texts: LayoutTexts;
}

/** The bar's second line: what is said of each side, and in the middle what is said of both. */
export const Beneath = ({ bar: { notices, raceTo, frame, remark }, clocks, shot, texts }: Props) => {
  const chips = (side: Side) => (
    <div className="on-air__side" data-side={side}>
      {notices[side].map((notice) => (
        <NoticeChip key={notice.kind} notice={notice} texts={texts} />
      ))}
    </div>
  );
  return (
    <div className="on-air__beneath">
      {chips('A')}
      <div className="on-air__strip">
        {raceTo !== null && (
          <Said texts={texts} className="on-air__race" testId="overlay-race-to">
            <span className="on-air__label">{texts.raceTo}</span>{' '}
            <bdi className="on-air__target">{formatScore(raceTo)}</bdi>
          </Said>
        )}
        {frame !== null && (
          <Said texts={texts} className="on-air__race" testId="overlay-frame">
            {texts.frame} <bdi className="on-air__target">{frame}</bdi>
          </Said>
        )}
        {remark !== null && (
          <Said texts={texts} className="on-air__remark" testId={`overlay-${remark}`}>
            {remark === 'respotted' && <span className="ball ball--black" aria-hidden="true" />}
            {texts[remark]}
          </Said>
        )}
        {shot && <ShotClock $face={clocks.$shotFace} texts={texts} />}
        <span
          className="on-air__clock"
          data-testid="overlay-clock"
          role="timer"
          lang={texts.lang}
          aria-label={texts.clock}
        >
          <ClockDigits $text={clocks.$clockText} />
        </span>
      </div>
      {chips('B')}
    </div>
  );
};
