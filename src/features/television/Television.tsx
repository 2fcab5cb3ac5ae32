import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { createBoardsIdle } from '../../core/site/reload-when-idle.ts';
import { countAt } from '../../core/television/programme.ts';
import { keepAwake } from '../../browser/awake.ts';
import { televisionEnvironment } from '../../browser/television.ts';
import { createTelevision } from './television.ts';
import { serverNow } from './server-turns.ts';
import { useNewVersion } from '../../kit/useNewVersion.ts';
import { Pairing } from './Pairing.tsx';
import { PairedScreen } from './PairedScreen.tsx';
import type { TelevisionProps } from './props.ts';

/** A venue's television: a code until it is paired, then the programme set at the venue's desk. */
export const Television = ({ locale, texts, deskPath }: TelevisionProps) => {
  const [{ $view, tables, time, pairingAddress }] = useState(() => createTelevision(televisionEnvironment()));
  const view = useStore($view);
  useEffect(() => keepAwake(true), []);
  const [areIdle] = useState(createBoardsIdle);
  const turn = useRef<number | null>(null);
  useNewVersion(() => {
    if (view.status !== 'paired') return true;
    const boards = tables.$tables.get().map(({ token, $live }) => ({ token, board: $live.get().board }));
    const isDark = areIdle(boards, time.now());
    const { programme } = view.assignment;
    const before = turn.current;
    turn.current = programme.turns.length > 1 ? countAt(programme.seconds * 1000, serverNow(time)) : null;
    return isDark || (before !== null && turn.current !== null && turn.current !== before);
  });
  return (
    <main className="tv">
      {view.status === 'pairing' && (
        <Pairing
          texts={texts}
          locale={locale}
          code={view.code}
          address={(code) => pairingAddress(deskPath, code)}
        />
      )}
      {view.status === 'paired' && (
        <PairedScreen
          assignment={view.assignment}
          tables={tables}
          time={time}
          locale={locale}
          texts={texts}
        />
      )}
    </main>
  );
};
