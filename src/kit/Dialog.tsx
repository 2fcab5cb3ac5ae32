import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Elements } from './elements.ts';
import { Icon } from './Icon.tsx';

interface Props {
  readonly title: ReactNode;
  readonly close: string;
  readonly onClose: () => void;
  readonly small?: boolean;
  /** Opened to look through several settings: a focused field would open a phone's keyboard over them. */
  readonly settings?: boolean;
  readonly children: Elements;
}

/** The first field that can be filled in; of radio buttons, the selected one. */
const FIRST_FIELD = ':is(input:not([type=radio]), input:checked, select, textarea):enabled';

/**
 * The browser's native modal dialog: it traps the focus, and Escape closes it. Open as long as it is rendered. Focuses
 * its first field, or Close if it has settings. On closing, the focus returns to where it was.
 */
export const Dialog = ({ title, close, onClose, small = false, settings = false, children }: Props) => {
  const window = useRef<HTMLDialogElement>(null);
  const id = useId();
  // In a layout effect, because the browser restores the focus only if the dialog is still in the page when it closes.
  useLayoutEffect(() => {
    const node = window.current;
    node?.showModal();
    if (!settings) node?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    return () => node?.close();
  }, [settings]);
  return (
    <dialog
      className={`dialog ${small ? 'dialog--small' : ''}`}
      ref={window}
      aria-labelledby={id}
      onCancel={(event) => {
        // With nested dialogs, only the inner one closes.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className="dialog__head">
        <h2 className="dialog__title" id={id}>
          {title}
        </h2>
        <button className="icon-button" type="button" aria-label={close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
};
