import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Scored } from '../match/scoring.ts';
import { MatchForm } from '../match/MatchForm.tsx';
import { MatchOver } from '../match/MatchOver.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import type { PartProps } from './props.ts';

const WINDOWS = ['correct', 'statistics'] as const;
type Window = (typeof WINDOWS)[number];

interface Props extends PartProps {
  /** Null until known. */
  readonly scored: Scored | null;
  readonly isTyped: boolean;
}

/** The history of a table's match, with corrections. */
export const MatchPanel = ({ desk, texts, scored, isTyped }: Props) => {
  const scoring = useStore(desk.$scoring, { ssr: 'initial' });
  const [window, setWindow] = useState<Window | null>(null);
  const close = (): void => setWindow(null);
  if (isTyped && !scored?.lines.length) return null;
  if (!scoring || !scored) return <div className="panel desk__coming" />;
  const parts = { scored, texts };
  return (
    <section className="panel desk__match" aria-labelledby="match-title">
      <h2 className="heading" id="match-title">
        {texts.dashboard.match.title}
      </h2>
      {!isTyped && (
        <>
          <MatchOver {...parts} />
          <div className="desk__match-buttons">
            {WINDOWS.map((name) => (
              <button key={name} className="button" type="button" onClick={() => setWindow(name)}>
                {texts.match[name].title}
              </button>
            ))}
          </div>
        </>
      )}
      {scored.lines.length > 0 && (
        <details className="desk__history" open={!isTyped}>
          <summary>{texts.match.history.title}</summary>
          <MatchForm texts={texts}>{({ History }) => <History {...parts} scoring={scoring} />}</MatchForm>
        </details>
      )}
      {window && (
        <MatchForm texts={texts}>
          {({ Correct, Statistics }) => (
            <Dialog title={texts.match[window].title} close={texts.pad.close} onClose={close}>
              {window === 'correct' ? (
                <Correct {...parts} scoring={scoring} onDone={close} />
              ) : (
                <Statistics {...parts} />
              )}
            </Dialog>
          )}
        </MatchForm>
      )}
    </section>
  );
};
