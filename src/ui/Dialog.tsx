import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  readonly title: ReactNode;
  readonly close: string;
  readonly onClose: () => void;
  readonly small?: boolean;
  readonly children: ReactNode;
}

/** The browser's native modal dialog: it traps the focus, and Escape closes it. Open as long as it is rendered. */
export const Dialog = ({ title, close, onClose, small = false, children }: Props) => {
  const window = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const node = window.current;
    node?.showModal();
    return () => node?.close();
  }, []);
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
