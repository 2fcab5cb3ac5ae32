import type { TextsOf } from '../../i18n/texts.ts';
import type { ReadableAtom } from 'nanostores';
import type { Notice } from '../../rules/shown.ts';
import { ClockDigits } from './ClockDigits.tsx';
import { Said } from './Said.tsx';

interface Props {
  readonly notice: Notice;
  /** The most balls of a break to show; the latest ones are kept. */
  readonly balls: number;
  /** Whether it has its own background. */
  readonly chip?: boolean | undefined;
  /** Whether it is hidden if both notices of a side don't fit. */
  readonly yields?: boolean;
  /** How long the visit has lasted, shown beside its break; null if unknown. */
  readonly $visitText: ReadableAtom<string> | null;
  readonly texts: TextsOf<'overlay'>;
}

/** The least balls of a longer break that are worth showing. */
const LEAST_BALLS = 3;

/** One notice about a side. */
export const NoticeSaid = ({
  notice,
  balls: most,
  chip = false,
  yields = false,
  $visitText,
  texts,
}: Props) => {
  const all = notice.kind === 'break' ? notice.balls : [];
  const before = Math.max(0, all.length - most);
  const last = Math.max(before, all.length - LEAST_BALLS);
  const balls = (from: number, to: number) =>
    all.slice(from, to).map((ball, index) => (
      // Keyed by its position in the break, so that only the newest ball animates in.
      <span key={from + index} className={`ball ball--${ball}`} data-spare={from < last ? '' : undefined} />
    ));
  const timed = notice.kind === 'break' ? $visitText : null;
  return (
    <Said
      texts={texts}
      className={chip ? 'on-air__chip' : 'on-air__note'}
      testId={`overlay-${notice.kind}`}
      notice={notice.kind}
      yields={yields}
      timed={timed !== null}
    >
      {notice.kind === 'breaks' && <span className="ball ball--cue" aria-hidden="true" />}
      <span className="on-air__notice">{texts.overlay[notice.kind]}</span>
      {'count' in notice && (
        <bdi translate="no" className="on-air__count">
          {notice.count}
        </bdi>
      )}
      {timed && (
        // The `timer` role keeps screen readers from announcing every second.
        <span
          className="on-air__visit"
          role="timer"
          dir="ltr"
          aria-label={texts.overlay.breakTimer}
          data-testid="overlay-visit"
          data-yields=""
        >
          <ClockDigits $text={timed} />
        </span>
      )}
      {all.length > before && (
        <span className="on-air__balls" aria-hidden="true">
          {balls(before, last)}
          <span className="on-air__last-balls" data-spare="">
            {balls(last, all.length)}
          </span>
        </span>
      )}
    </Said>
  );
};
