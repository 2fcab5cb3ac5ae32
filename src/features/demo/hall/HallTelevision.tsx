import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { inEachLanguage } from '../../../i18n/locales.ts';
import { PairedScreen } from '../../television/PairedScreen.tsx';
import type { HallPartProps } from './props.ts';

/** The venue's television. */
export default function HallTelevision({ hall, texts }: HallPartProps) {
  const [{ $view, tables, time }] = useState(hall.television);
  const view = useStore($view);
  return (
    <div className="tv">
      {view.status === 'paired' && (
        <PairedScreen
          assignment={view.assignment}
          tables={tables}
          time={time}
          locale={texts.locale}
          texts={inEachLanguage(() => texts)}
        />
      )}
    </div>
  );
}
