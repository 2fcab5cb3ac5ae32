import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { FIRST_GAME } from '../../games/boards.ts';
import { Correct } from '../match/Correct.tsx';
import { History } from '../match/History.tsx';
import { MatchOver } from '../match/MatchOver.tsx';
import { NewMatch } from '../match/NewMatch.tsx';
import { Statistics } from '../match/Statistics.tsx';
import { Dialog } from '../Dialog.tsx';
import type { PartProps } from './props.ts';

const WINDOWS = ['newMatch', 'correct', 'statistics'] as const;
type Window = (typeof WINDOWS)[number];

interface Props extends PartProps {
  /** Where the pad is. */
  readonly padHref: string;
  /** Whether to open the new-match form right away. */
  readonly beginsNew?: boolean;
  /** Called when the form is finished or dismissed. */
  readonly leaveNewMatch: () => void;
  readonly openPad: () => void;
}

/** A table's current match, and everything to do with it other than scoring. */
export const MatchPanel = ({ desk, texts, padHref, beginsNew = false, leaveNewMatch, openPad }: Props) => {
  const scoring = useStore(desk.$scoring, { ssr: 'initial' });
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  const newMatch = useStore(desk.$newMatch, { ssr: 'initial' });
  const [window, setWindow] = useState<Window | null>(beginsNew ? 'newMatch' : null);
  const close = (): void => {
    setWindow(null);
    if (beginsNew) leaveNewMatch();
  };
  const begun = (): void => {
    close();
    openPad();
  };
  const titles: Readonly<Record<Window, string>> = {
    newMatch: texts.match.new.title,
    correct: texts.match.correct.title,
    statistics: texts.match.statistics.title,
  };
  const isPlain = scored?.match.game === FIRST_GAME;
  const offered = WINDOWS.filter((name) => !isPlain || name === 'newMatch');
  const draw = (): React.ReactNode => {
    if (!scoring || !scored || !newMatch) return null;
    const parts = { scored, texts };
    switch (window) {
      case 'newMatch':
        return <NewMatch newMatch={newMatch} texts={texts} onBegun={begun} />;
      case 'correct':
        return <Correct {...parts} scoring={scoring} onDone={close} />;
      case 'statistics':
        return <Statistics {...parts} />;
      case null:
        return null;
      default:
        return window satisfies never;
    }
  };
  return (
    <section className="panel desk__match" aria-labelledby="match-title">
      <h2 className="desk__heading" id="match-title">
        {texts.dashboard.match.title}
      </h2>
      {scored && !isPlain && (
        <MatchOver scored={scored} texts={texts} onNewMatch={() => setWindow('newMatch')} />
      )}
      <a
        className={`button ${isPlain ? '' : 'button--primary button--large'}`}
        href={padHref}
        aria-disabled={!scored}
      >
        {texts.dashboard.match.pad}
      </a>
      <div className="desk__match-buttons">
        {offered.map((name) => (
          <button
            key={name}
            className="button"
            type="button"
            disabled={!scored}
            onClick={() => setWindow(name)}
          >
            {titles[name]}
          </button>
        ))}
      </div>
      {scored && scoring && scored.lines.length > 0 && (
        <details className="desk__history" open={!isPlain}>
          <summary>{texts.match.history.title}</summary>
          <History scored={scored} scoring={scoring} texts={texts} />
        </details>
      )}
      {window && scored && (
        <Dialog title={titles[window]} close={texts.pad.close} onClose={close}>
          {draw()}
        </Dialog>
      )}
    </section>
  );
};
