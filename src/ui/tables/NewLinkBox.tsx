import type { Links, NewLink } from '../../stores/match/links.ts';
import { say } from '../say.ts';
import { CopyLink } from './CopyLink.tsx';
import { QrCode } from '../QrCode.tsx';
import type { TablesTexts } from './texts.ts';

interface Props {
  readonly texts: TablesTexts;
  readonly links: Links;
  readonly added: NewLink;
  /** The table's. */
  readonly title: string;
}

/** A scorer link that was just made: the only time that its address is seen. */
export const NewLinkBox = ({ texts, links, added: { address, label }, title }: Props) => (
  <div className="tables__new-link">
    <QrCode text={address} label={texts['links.qr']} />
    <div className="tables__new-text">
      {label && (
        <p className="tables__strong">
          <bdi>{label}</bdi>
        </p>
      )}
      <p>{texts['links.once']}</p>
      <CopyLink texts={texts} label={texts['links.copy']} address={address} copyText={links.copyText}>
        {'share' in navigator && (
          <button
            className="button"
            type="button"
            onClick={() => {
              // Closing the device's sharing is no failure.
              links.share({ title: say(texts['links.shareTitle'], { title }), url: address }).catch(() => {});
            }}
          >
            {texts['links.share']}
          </button>
        )}
        <button className="button button--quiet" type="button" onClick={links.hideAdded}>
          {texts['links.done']}
        </button>
      </CopyLink>
    </div>
  </div>
);
