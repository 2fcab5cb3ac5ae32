import type { Sign } from '../../core/tables/summary.ts';
import { Icon } from '../Icon.tsx';
import { counted, type TablesTexts } from './texts.ts';

const ICON_OF = { pending: 'upload', held: 'hold', silent: 'cloudOff', offline: 'cloudOff' } as const;

const words = (texts: TablesTexts, sign: Sign): string => {
  switch (sign.kind) {
    case 'pending':
    case 'held':
      return counted(texts, sign.kind, sign.count);
    case 'silent':
      return counted(texts, 'silent', sign.minutes);
    default:
      return texts[`sign.${sign.kind}`];
  }
};

/** How a table stands: told by its shape as well as by its colour. */
export const SignPlate = ({ texts, sign }: { readonly texts: TablesTexts; readonly sign: Sign }) => (
  <p className={`tables-sign tables-sign--${sign.kind.toLowerCase()}`}>
    {sign.kind in ICON_OF && <Icon name={ICON_OF[sign.kind as keyof typeof ICON_OF]} />}
    {words(texts, sign)}
  </p>
);
