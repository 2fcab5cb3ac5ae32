import type { KeysProps } from './game-pad.ts';

/** The keys that start the next match. */
export const NextMatch = ({ next, onMore }: Pick<KeysProps, 'next' | 'onMore'>) => (
  <div className="pad-next">
    {next.map((entry, index) => (
      <button
        key={entry.name}
        type="button"
        className={`pad-key${index === 0 ? ' pad-key--go' : ''}`}
        data-key={entry.name}
        onClick={() => onMore(entry)}
      >
        {entry.label}
      </button>
    ))}
  </div>
);
