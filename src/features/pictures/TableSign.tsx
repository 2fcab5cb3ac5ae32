import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { PRODUCT } from '../../config/product.ts';
import { MARK_BALLS, MARK_RADIUS, MARK_SIZE } from '../../core/site/mark.ts';
import { signName, venueMillimetres } from '../../core/snapshot/table-sign.ts';
import { LOCALES, localesFrom, type Locale } from '../../i18n/locales.ts';
import { useOnNetwork } from '../../kit/NetworkNote.tsx';
import { QrCode } from '../../kit/QrCode.tsx';

interface Props {
  readonly texts: ScreenTexts['inAll'];
  readonly label: string;
  /** The table's name. */
  readonly title: string;
  /** The venue's name; empty if it has none. */
  readonly venue: string;
  /** The address in the QR code. */
  readonly address: string;
}

/** The sheet's width. Everything on it is sized relative to this, so that it looks the same on any screen. */
const WIDTH_MILLIMETRES = 105;

const millimetres = (length: number): string => `${((length / WIDTH_MILLIMETRES) * 100).toFixed(3)}cqi`;

/** The order for Morocco: the language of most guests first. */
const LINES = localesFrom('ar', 'fr');

const inItsLanguage = (locale: Locale) => ({ lang: LOCALES[locale].lang, dir: LOCALES[locale].dir });

/** The word for a table, shown once for French and English, which share it. */
const TableWord = ({ texts, locale }: { texts: Props['texts']; locale: Locale }) => (
  <span className="table-sign__word" {...inItsLanguage(locale)}>
    {texts[locale].sign.table}
  </span>
);

/** An A6 sign for a table: its name, and a QR code for its public page. */
export const TableSign = ({ texts, label, title, venue, address: opened }: Props) => {
  const address = useOnNetwork(opened);
  const named = signName(title);
  const size = { fontSize: millimetres(named.sizeMillimetres) };
  return (
    <article className="table-sign" aria-label={label}>
      <div className="table-sign__sheet" dir="ltr">
        <div className="table-sign__head">
          {named.kind === 'number' ? (
            <>
              <TableWord texts={texts} locale="fr" />
              <strong className="table-sign__number" style={size}>
                {named.number}
              </strong>
              <TableWord texts={texts} locale="ar" />
            </>
          ) : (
            <strong className="table-sign__name" style={size} dir="auto">
              {named.name}
            </strong>
          )}
        </div>
        <div className="table-sign__code">
          <QrCode text={address} label={address} quiet={0} />
        </div>
        <div className="table-sign__lines">
          {LINES.map((locale) => (
            <p key={locale} className="table-sign__line" {...inItsLanguage(locale)}>
              {texts[locale].sign.follow}
            </p>
          ))}
        </div>
        {venue !== '' && (
          <p
            className="table-sign__venue"
            dir="auto"
            style={{ fontSize: millimetres(venueMillimetres(venue)) }}
          >
            <bdi translate="no">{venue}</bdi>
          </p>
        )}
        <p className="table-sign__product">
          <svg className="table-sign__mark" viewBox={`0 0 ${MARK_SIZE} ${MARK_SIZE}`} aria-hidden="true">
            {MARK_BALLS.map(({ x, paint }) => (
              <circle
                key={paint}
                className={`table-sign__${paint}`}
                cx={x}
                cy={MARK_SIZE / 2}
                r={MARK_RADIUS}
              />
            ))}
          </svg>
          <span translate="no">{PRODUCT.name}</span>
        </p>
        <div className="table-sign__edge" />
      </div>
    </article>
  );
};
