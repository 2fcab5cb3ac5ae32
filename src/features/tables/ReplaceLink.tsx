import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { Failure } from '../../core/failure.ts';
import { Ask } from '../../kit/Ask.tsx';

interface Props {
  readonly texts: VenueTexts;
  readonly replace: () => Promise<Failure | null>;
}

/** Replaces a table's overlay link after a confirmation: the old one stops working at once. */
export const ReplaceLink = ({ texts, replace }: Props) => (
  <Ask
    texts={texts}
    opener={{ text: texts.tables.overlay.replace, className: 'button button--quiet' }}
    title={texts.tables.overlay.ask}
    confirm={texts.tables.overlay.confirm}
    change={replace}
  >
    <p>{texts.tables.overlay.warning}</p>
  </Ask>
);
