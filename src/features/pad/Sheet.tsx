import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from '../../kit/Icon.tsx';

interface Props {
  readonly title: string;
  readonly note?: string | undefined;
  readonly closeLabel: string;
  /** Omitted if the sheet's question must be answered. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
}

/**
 * A sheet above the bottom row, which stays reachable. It takes the focus; the pad restores it, and closes
 * the sheet on Escape.
 */
export const Sheet = ({ title, note, closeLabel, onClose, children }: Props) => {
  const sheet = useRef<HTMLElement>(null);
  const id = useId();

  useEffect(() => sheet.current?.focus(), []);

  // A long press opens a sheet under the finger, and lifting it would choose what lies there.
  const pressed = useRef(false);
  const ownPress = {
    onPointerDownCapture: () => {
      pressed.current = true;
    },
    // The keyboard's clicks have a `detail` of 0.
    onClickCapture: (event: MouseEvent) => {
      if (!pressed.current && event.detail > 0) event.stopPropagation();
    },
  };

  return (
    <>
      <div className="pad__scrim" {...ownPress} onClick={onClose} />
      <section
        className="pad-sheet"
        role="dialog"
        aria-labelledby={id}
        tabIndex={-1}
        ref={sheet}
        {...ownPress}
      >
        <header className="pad-sheet__head">
          <div className="pad-sheet__words">
            <h2 className="pad-sheet__title" id={id}>
              {title}
            </h2>
            {note && <p className="pad-sheet__note">{note}</p>}
          </div>
          {onClose && (
            <button
              className="pad-key pad-sheet__close"
              type="button"
              data-key="close"
              aria-label={closeLabel}
              onClick={onClose}
            >
              <Icon name="close" />
            </button>
          )}
        </header>
        <div className="pad-sheet__body">{children}</div>
      </section>
    </>
  );
};
