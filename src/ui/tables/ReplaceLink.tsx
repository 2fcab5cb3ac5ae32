import { useState } from 'react';
import type { Failure } from '../../core/failure.ts';
import { Dialog } from '../Dialog.tsx';
import { Problem } from './Problem.tsx';
import type { TablesTexts } from './texts.ts';
import { useChange } from './useChange.ts';

interface Props {
  readonly texts: TablesTexts;
  readonly replace: () => Promise<Failure | null>;
}

/** Gives a table another overlay link, after asking: the old one is dark at once. */
export const ReplaceLink = ({ texts, replace }: Props) => {
  const [asking, setAsking] = useState(false);
  const { busy, failure, run } = useChange();
  const confirm = async (): Promise<void> => {
    if (await run(replace)) setAsking(false);
  };
  return (
    <>
      <button
        className="button button--quiet"
        type="button"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {texts['overlay.replace']}
      </button>
      {asking && (
        <Dialog title={texts['overlay.ask']} close={texts.close} small onClose={() => setAsking(false)}>
          <p>{texts['overlay.warning']}</p>
          <Problem failure={failure} texts={texts} />
          <div className="button-row">
            <button
              className="button button--primary"
              type="button"
              disabled={busy}
              onClick={() => void confirm()}
            >
              {texts['overlay.confirm']}
            </button>
            <button className="button" type="button" onClick={() => setAsking(false)}>
              {texts.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
};
