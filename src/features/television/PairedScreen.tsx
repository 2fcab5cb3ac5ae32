import { useStore } from '@nanostores/react';
import { useMemo, useRef, useState } from 'react';
import type { Assignment } from '../../core/television/follow-television.ts';
import { televisionLook } from '../../core/television/look.ts';
import { zoneNamed } from '../../core/time/zone.ts';
import type { Locale } from '../../i18n/locales.ts';
import { createChime } from '../../browser/chime.ts';
import { useElementSize } from '../board/useElementSize.ts';
import { Programme } from './Programme.tsx';
import type { ScreenTexts, TelevisionProps } from './props.ts';
import { Silent, Stale } from './Notices.tsx';
import type { Television } from './television.ts';

interface PairedProps extends Pick<TelevisionProps, 'locale'>, Pick<Television, 'tables' | 'time'> {
  readonly texts: Readonly<Record<Locale, ScreenTexts>>;
  readonly assignment: Assignment;
}

/** A paired television: its programme, and what is to be known about the television itself. */
export const PairedScreen = ({ assignment, tables, time, locale, texts }: PairedProps) => {
  const root = useRef<HTMLDivElement>(null);
  const [chime] = useState(createChime);
  const size = useElementSize(root);
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
      {screen && (
        <Programme
          programme={programme}
          isEmpty={isEmpty}
          chime={look.chime ? chime : null}
          tables={tables}
          time={time}
          zone={zone}
          screen={screen}
          look={look}
          texts={said}
        />
      )}
      {staleSince !== null && <Stale texts={said} sinceMillis={staleSince} zone={zone} />}
      {look.chime && <Silent texts={said} chime={chime} />}
    </div>
  );
};
