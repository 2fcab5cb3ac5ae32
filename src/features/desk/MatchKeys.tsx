import { useStore } from '@nanostores/react';
import { tableFragment } from '../../core/venue/fragment.ts';
import { shownOf } from '../../games/boards.ts';
import { isUnused } from '../match/scoring.ts';
import { Icon } from '../../kit/Icon.tsx';
import type { PartProps } from './props.ts';

interface Props extends PartProps {
  /** Null until known. */
  readonly tableId: string | null;
}

/** The two ways on from a table's board. The likely next one is highlighted. */
export const MatchKeys = ({ desk, texts, tableId }: Props) => {
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  const begins = scored && (isUnused(scored) || shownOf(scored.rules.board(scored.state)).over);
  const next = begins ? 'newMatch' : 'pad';
  const keys = [
    { part: 'pad', icon: 'score', text: texts.dashboard.match.pad },
    { part: 'newMatch', icon: 'plus', text: texts.match.new.title },
  ] as const;
  return (
    <div className="desk__keys">
      {keys.map(({ part, icon, text }) => (
        <a
          key={part}
          className={`button desk__key ${part === next ? 'button--primary' : ''}`}
          {...(tableId === null ? { role: 'link' } : { href: tableFragment(tableId, part) })}
          aria-disabled={!scored}
        >
          <Icon name={icon} />
          <span>{text}</span>
        </a>
      ))}
    </div>
  );
};
