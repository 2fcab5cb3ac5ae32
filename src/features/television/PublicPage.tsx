import { signLink } from '../../core/snapshot/pictures.ts';
import { ROUTES } from '../../config/routes.ts';
import type { Locale } from '../../i18n/locales.ts';
import { localizePath } from '../../i18n/urls.ts';
import { useOnNetwork } from '../../kit/NetworkNote.tsx';
import { QrCode } from '../../kit/QrCode.tsx';

interface Props {
  /** The match id of the table's public page. */
  readonly matchId: string;
  readonly locale: Locale;
  /** An invitation to scan. */
  readonly text: string;
}

/** A QR code for a table's public page, as on its printed sign. */
export const PublicPage = ({ matchId, locale, text }: Props) => {
  const from = new URL(localizePath(ROUTES.tv, locale), location.origin);
  return (
    <figure className="tv-page" data-testid="public-page">
      <QrCode text={useOnNetwork(signLink(from, { matchId }))} label={text} />
      <figcaption lang={locale}>{text}</figcaption>
    </figure>
  );
};
