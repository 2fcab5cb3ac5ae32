import { useEffect, useState } from 'react';
import type { TextsOf } from '../../i18n/texts.ts';
import type { Made, Scored, Scoring } from '../match/scoring.ts';
import type { Refusal } from '../../rules/rules.ts';
import { formatMessage } from '../../i18n/format.ts';
import { Icon } from '../../kit/Icon.tsx';
import type { PadWords, PartProps } from '../pad-parts/props.ts';

interface Props extends Pick<PartProps, 'report'> {
  readonly scored: Scored;
  readonly scoring: Scoring;
  readonly texts: TextsOf<'match' | 'pad'>;
  readonly words: PadWords;
  readonly disabled: boolean;
  readonly onHistory: () => void;
  readonly onMore: () => void;
}

/** How long Redo stays beside Undo on a phone. */
const LATELY_MILLIS = 10_000;

/**
 * The bottom row, which is never covered: Undo in the corner, with the action it would undo. While scores are held, the
 * button to put them on air replaces History, which moves behind "more".
 */
export const Foot = ({ scored, scoring, texts, words, report, disabled, onHistory, onMore }: Props) => {
  const { undoable, redoable, held, pending } = scored;
  /** How often Undo or Redo was tapped lately. */
  const [lately, setLately] = useState(0);
  useEffect(() => {
    const timer = lately > 0 ? setTimeout(() => setLately(0), LATELY_MILLIS) : undefined;
    return () => clearTimeout(timer);
  }, [lately]);
  const tapped = (made: Made | Refusal) => {
    if (report(made, 'undo') !== null) setLately(lately + 1);
  };
  return (
    <footer className="pad-foot">
      <button
        type="button"
        className="pad-key pad-foot__undo"
        data-key="undo"
        disabled={disabled || undoable === null}
        onClick={() => tapped(scoring.undo())}
      >
        <Icon name="undo" directional />
        <span className="pad-foot__words">
          <span className="pad-key__name">{texts.pad.foot.undo}</span>
          {undoable && (
            <bdi translate="yes" className="pad-key__note">
              {words.describe(scored, undoable)}
            </bdi>
          )}
        </span>
      </button>
      <button
        type="button"
        className="pad-key pad-foot__redo"
        data-key="redo"
        aria-label={texts.pad.foot.redo}
        data-lately={lately > 0 && redoable !== null && !held}
        disabled={disabled || redoable === null}
        onClick={() => tapped(scoring.redo())}
      >
        <Icon name="redo" directional />
        <span className="pad-key__name">{texts.pad.foot.redo}</span>
      </button>
      {!held && (
        <>
          <button
            type="button"
            className="pad-key pad-foot__history"
            data-key="history"
            aria-label={texts.pad.foot.history}
            onClick={onHistory}
          >
            <Icon name="history" />
          </button>
          <button
            type="button"
            className="pad-key pad-foot__hold"
            data-key="hold"
            aria-label={texts.pad.more.hold}
            onClick={() => scoring.hold()}
          >
            <Icon name="hold" />
          </button>
        </>
      )}
      <button
        type="button"
        className="pad-key"
        data-key="more"
        aria-label={texts.pad.foot.more}
        onClick={onMore}
      >
        <Icon name="more" />
      </button>
      {held && (
        <button
          type="button"
          className="pad-key pad-key--brass pad-foot__release"
          data-key="release"
          onClick={() => scoring.release()}
        >
          <Icon name="upload" />
          <span>
            {pending > 0 ? formatMessage(texts.pad.foot.release, { n: pending }) : texts.pad.foot.releaseNone}
          </span>
        </button>
      )}
    </footer>
  );
};
