import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Assignment } from '../../core/television/follow-television.ts';
import { createBoardsIdle } from '../../core/site/reload-when-idle.ts';
import { countAt } from '../../core/television/programme.ts';
import { televisionLook } from '../../core/television/look.ts';
import { zoneNamed } from '../../core/time/zone.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { keepAwake } from '../../browser/awake.ts';
import { televisionEnvironment } from '../../browser/television.ts';
import { createTelevision, type Television as TelevisionStore } from './television.ts';
import { serverNow } from './server-turns.ts';
import { useElementSize } from '../board/useElementSize.ts';
import { useNewVersion } from '../../kit/useNewVersion.ts';
import { Pairing } from './Pairing.tsx';
import { Programme } from './Programme.tsx';
import type { TelevisionProps } from './props.ts';
import { Stale } from './Stale.tsx';

interface PairedProps
  extends Pick<TelevisionProps, 'locale' | 'texts'>, Pick<TelevisionStore, 'tables' | 'time'> {
  readonly assignment: Assignment;
}

const Paired = ({ assignment, tables, time, locale, texts }: PairedProps) => {
  const root = useRef<HTMLDivElement>(null);
  const size = useElementSize(root, true);
  const staleSince = useStore(tables.$staleSince);
  const look = televisionLook(assignment.query, locale);
  const said = texts[look.locale];
  const { programme } = assignment;
  const zone = useMemo(() => zoneNamed(programme.timeZone), [programme.timeZone]);
  const screen = size && {
    width: size.width * devicePixelRatio,
    height: size.height * devicePixelRatio,
  };
  const isEmpty = assignment.tables.length === 0 && !programme.waiting?.parties.length;
  return (
    <div ref={root} className="tv-screen" data-theme={look.theme}>
      {screen && !isEmpty && (
        <Programme
          programme={programme}
          tables={tables}
          time={time}
          zone={zone}
          screen={screen}
          look={look}
          texts={said}
        />
      )}
      {isEmpty && (
        <p className="tv-empty" lang={LOCALES[said.locale].lang} dir={LOCALES[said.locale].dir}>
          {said.television.noTables}
        </p>
      )}
      {staleSince !== null && <Stale texts={said} sinceMillis={staleSince} zone={zone} />}
    </div>
  );
};

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
        <Paired assignment={view.assignment} tables={tables} time={time} locale={locale} texts={texts} />
      )}
    </main>
  );
};
