import type { VenueTexts } from './venue-texts.ts';
import { useState } from 'react';
import type { Failure } from '../core/failure.ts';
import { Dialog } from './Dialog.tsx';
import type { Elements } from './elements.ts';
import { Problem } from './Problem.tsx';
import { useChange } from './useChange.ts';

interface Props {
  readonly texts: VenueTexts;
  /** The button that opens the confirmation. */
  readonly opener: {
    readonly text: string;
    readonly label?: string;
    readonly className?: string;
    readonly disabled?: boolean;
  };
  readonly title: string;
  /** The label of the confirming button. */
  readonly confirm: string;
  readonly change: () => Promise<Failure | null>;
  readonly onOpen?: () => void;
  /** Whether all consequences are known and shown. */
  readonly isSaid?: boolean;
  /** The explanation of the consequences. */
  readonly children: Elements;
}

/** An action with a confirmation that explains its consequences. A destructive key is never the primary one. */
export const Ask = ({ texts, opener, title, confirm, change, onOpen, isSaid = true, children }: Props) => {
  const [asking, setAsking] = useState(false);
  const { busy, failure, run } = useChange();
  const go = async (): Promise<void> => {
    if (await run(change)) setAsking(false);
  };
  return (
    <>
      <button
        className={opener.className ?? 'button'}
        type="button"
        aria-haspopup="dialog"
        aria-label={opener.label}
        disabled={opener.disabled}
        onClick={() => {
          setAsking(true);
          onOpen?.();
        }}
      >
        {opener.text}
      </button>
      {asking && (
        <Dialog title={title} close={texts.tables.close} small onClose={() => setAsking(false)}>
          {children}
          <Problem failure={failure} texts={texts} />
          <div className="button-row">
            <button className="button" type="button" disabled={busy || !isSaid} onClick={() => void go()}>
              {confirm}
            </button>
            <button className="button" type="button" onClick={() => setAsking(false)}>
              {texts.tables.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
};
