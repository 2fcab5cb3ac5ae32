import type { DeskTexts } from './props.ts';

interface Props {
  readonly reset: () => void;
  readonly texts: DeskTexts;
  readonly onDone: () => void;
}

/** Asks before the clock goes back to zero: a match's time can't be had again. */
export const ResetClock = ({ reset, texts, onDone }: Props) => (
  <div className="desk__set-clock">
    <p>{texts.dashboard.clock.resetWarning}</p>
    <button
      className="button button--primary button--large"
      type="button"
      onClick={() => {
        reset();
        onDone();
      }}
    >
      {texts.dashboard.clock.reset}
    </button>
  </div>
);
