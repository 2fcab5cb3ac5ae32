import { useMay } from '../../kit/may.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { Table } from '../../backend/contract.ts';
import { tableFragment } from '../../core/venue/fragment.ts';
import type { Tables } from '../tables/tables.ts';
import { CopyLink } from '../../kit/CopyLink.tsx';
import type { Elements } from '../../kit/elements.ts';
import { Failed } from '../../kit/Failed.tsx';

interface Props {
  readonly tables: Tables;
  /** Null until known. */
  readonly table: Table | null;
  /** Whether loading the tables failed. */
  readonly hasFailed: boolean;
  readonly texts: VenueTexts;
  /** Further controls of the table. */
  readonly children: Elements;
}

/** The address for broadcast software, to copy or open. */
export const OverlayLink = ({ tables, table, hasFailed, texts, children }: Props) => {
  const mayCopy = useMay().has('replace_overlay_link');
  const link = table ? tables.overlayLink(table) : '';
  return (
    <section
      className="panel desk__link"
      // Without the link, the panel is about the table's screens and settings.
      {...(mayCopy ? { 'aria-labelledby': 'overlay-title' } : { 'aria-label': texts.dashboard.settings })}
      data-testid="overlay-panel"
      data-overlay-id={table?.id}
    >
      {mayCopy && (
        <h2 className="heading" id="overlay-title">
          {texts.dashboard.overlay.title}
        </h2>
      )}
      {hasFailed && (
        <Failed
          text={texts.dashboard.loadFailed}
          button={texts.dashboard.retry}
          retry={() => void tables.refresh()}
        />
      )}
      {mayCopy && (
        <>
          <p className="field__label">{texts.dashboard.overlay.link}</p>
          <CopyLink
            texts={texts.tables.copying}
            label={texts.dashboard.overlay.copy}
            address={link}
            waiting={table ? undefined : texts.dashboard.loading}
            copyText={tables.copyText}
            testId="overlay-link"
          >
            {table && (
              <>
                <a className="button button--quiet" href={link} target="_blank" rel="noreferrer">
                  {texts.dashboard.overlay.open}
                </a>
                <a className="button button--quiet" href={tableFragment(table.id, 'look')}>
                  {texts.dashboard.overlay.choose}
                </a>
              </>
            )}
          </CopyLink>
          <p className="field__hint">{texts.dashboard.overlay.help}</p>
        </>
      )}
      {children}
    </section>
  );
};
