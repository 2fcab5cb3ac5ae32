import { formatCount } from '../../i18n/format.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { Sign } from '../../core/tables/summary.ts';
import { Icon } from '../../kit/Icon.tsx';

const ICON_OF = { pending: 'upload', held: 'hold', silent: 'cloudOff', offline: 'cloudOff' } as const;

const words = (texts: VenueTexts, sign: Sign): string => {
  switch (sign.kind) {
    case 'pending':
    case 'held':
      return formatCount(texts.tables.counts[sign.kind], sign.count, texts.locale);
    case 'silent':
      return formatCount(texts.tables.counts.silent, sign.minutes, texts.locale);
    default:
      return texts.tables.sign[sign.kind];
  }
};

/** A table's status, shown by shape as well as colour. */
export const SignPlate = ({ texts, sign }: { readonly texts: VenueTexts; readonly sign: Sign }) => (
  <p className={`state-sign state-sign--${sign.kind.toLowerCase()}`}>
    {sign.kind in ICON_OF && <Icon name={ICON_OF[sign.kind as keyof typeof ICON_OF]} />}
    <span>{words(texts, sign)}</span>
  </p>
);
