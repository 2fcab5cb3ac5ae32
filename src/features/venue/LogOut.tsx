import { useState } from 'react';
import { Dialog } from '../../kit/Dialog.tsx';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { UnsentKinds } from './props.ts';

interface Props {
  readonly texts: VenueTexts;
  readonly className: string;
  /** Undefined while no user is known to be signed in. */
  readonly logOut: (() => void) | undefined;
  /** What this device hasn't sent, asked when the key is tapped. */
  readonly unsent: () => UnsentKinds;
}

/** The log-out key. It asks first while something is unsent. */
export const LogOut = ({ texts, className, logOut, unsent }: Props) => {
  const [asked, setAsked] = useState<UnsentKinds>([]);
  const tap = (): void => {
    const kinds = unsent();
    setAsked(kinds);
    if (kinds.length === 0) logOut?.();
  };
  const close = (): void => setAsked([]);
  return (
    <>
      <button className={className} type="button" disabled={!logOut} onClick={tap}>
        {texts.dashboard.logOut}
      </button>
      {asked.length > 0 && (
        <Dialog title={texts.dashboard.leaving.ask} close={texts.tables.close} small onClose={close}>
          {asked.map((kind) => (
            <p key={kind}>{texts.dashboard.leaving[kind]}</p>
          ))}
          <div className="button-row">
            <button
              className="button"
              type="button"
              onClick={() => {
                close();
                logOut?.();
              }}
            >
              {texts.dashboard.logOut}
            </button>
            <button className="button" type="button" onClick={close}>
              {texts.tables.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
};
