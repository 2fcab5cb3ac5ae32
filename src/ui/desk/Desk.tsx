import { useStore } from '@nanostores/react';
import { MatchClock } from './MatchClock.tsx';
import { OnAir } from './OnAir.tsx';
import { OverlayLink } from './OverlayLink.tsx';
import type { PartProps } from './part.ts';
import { QuickUpdate } from './QuickUpdate.tsx';

/** What an owner works with. */
export const Desk = (parts: PartProps) => {
  const { desk, texts } = parts;
  const { status } = useStore(desk.$overlay, { ssr: 'initial' });
  return (
    <div className="desk">
      <header className="desk__head">
        <h1 className="desk__title">{texts.title}</h1>
        <button
          className="button"
          type="button"
          disabled={status === 'loading'}
          onClick={() => void desk.logOut()}
        >
          {texts.logOut}
        </button>
      </header>
      <OnAir {...parts} />
      <QuickUpdate {...parts} />
      <div className="desk__side">
        <MatchClock {...parts} />
        <OverlayLink {...parts} />
      </div>
    </div>
  );
};
