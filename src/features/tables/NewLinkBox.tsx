import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { Links, NewLink } from './links.ts';
import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { CopyLink } from '../../kit/CopyLink.tsx';
import { NetworkNote, useOnNetwork } from '../../kit/NetworkNote.tsx';
import { QrCode } from '../../kit/QrCode.tsx';

interface Props {
  readonly texts: VenueTexts;
  readonly links: Links;
  readonly added: NewLink;
  /** The table's name. */
  readonly title: string;
}

/** A new scorer link. Its address is shown only this once. */
export const NewLinkBox = ({ texts, links, added, title }: Props) => {
  const address = useOnNetwork(added.address);
  return (
    <div className="new-link">
      <QrCode text={address} label={texts.tables.links.qr} />
      <div className="new-link__text">
        {added.label && (
          <p className="strong">
            <bdi translate="no">{added.label}</bdi>
          </p>
        )}
        <p>{texts.tables.links.once}</p>
        <NetworkNote texts={texts} />
        <CopyLink
          texts={texts.tables.copying}
          label={texts.tables.links.copy}
          address={address}
          copyText={links.copyText}
        >
          {'share' in navigator && (
            <button
              className="button"
              type="button"
              onClick={() => {
                // Closing the share dialog isn't a failure.
                links
                  .share({
                    title: formatMessage(texts.tables.links.shareTitle, { title: isolated(title) }),
                    url: address,
                  })
                  .catch(() => {});
              }}
            >
              {texts.tables.links.share}
            </button>
          )}
          <button className="button button--quiet" type="button" onClick={links.hideAdded}>
            {texts.tables.links.done}
          </button>
        </CopyLink>
      </div>
    </div>
  );
};
