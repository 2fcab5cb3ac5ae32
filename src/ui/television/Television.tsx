import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Assignment } from '../../core/follow/television.ts';
import { PRODUCT } from '../../config/product.ts';
import { televisionLook } from '../../core/television/look.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { keepAwake } from '../../stores/environment/awake.ts';
import { televisionEnvironment } from '../../stores/environment/television.ts';
import { createTelevision, type Television as TelevisionStore } from '../../stores/overlay/television.ts';
import { Pairing } from './Pairing.tsx';
import { Stale } from './Stale.tsx';
import { AllTables, OneTable } from './Tables.tsx';

export interface TelevisionProps {
  /** The page's language: no other is known before somebody chooses one. */
  readonly locale: Locale;
  readonly texts: Readonly<Record<Locale, TextsOf<'network' | 'overlay' | 'tv'>>>;
  /** Of the owner's page. */
  readonly deskPath: string;
}

interface PairedProps extends Pick<TelevisionProps, 'locale' | 'texts'> {
  readonly assignment: Assignment;
  readonly tables: TelevisionStore['tables'];
}

const Paired = ({ assignment, tables, locale, texts }: PairedProps) => {
  const [first, ...others] = useStore(tables.$tables);
  const staleSince = useStore(tables.$staleSince);
  const look = televisionLook(assignment.query, locale);
  const said = texts[look.locale];
  const parts = { look, texts: said };
  return (
    <div className="tv-screen" data-theme={look.theme}>
      {first && others.length > 0 && (
        <AllTables title={assignment.title || PRODUCT.name} tables={tables} {...parts} />
      )}
      {first && others.length === 0 && <OneTable key={first.token} table={first} {...parts} />}
      {!first && assignment.tables.length === 0 && (
        <p className="tv-empty" lang={LOCALES[said.locale].lang} dir={LOCALES[said.locale].dir}>
          {said.tv.noTables}
        </p>
      )}
      {staleSince !== null && <Stale texts={said} sinceMillis={staleSince} />}
    </div>
  );
};

/** A venue's television: a code until it is paired, and from then on what the venue's desk has it show. */
export const Television = ({ locale, texts, deskPath }: TelevisionProps) => {
  const [{ $view, tables, pairingAddress }] = useState(() => createTelevision(televisionEnvironment()));
  const view = useStore($view);
  useEffect(() => keepAwake(true), []);
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
        <Paired assignment={view.assignment} tables={tables} locale={locale} texts={texts} />
      )}
    </main>
  );
};
