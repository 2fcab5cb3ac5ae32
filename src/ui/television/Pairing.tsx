import type { TelevisionProps } from './Television.tsx';
import { useStore } from '@nanostores/react';
import { PRODUCT } from '../../config/product.ts';
import { onNetwork } from '../../core/site/network.ts';
import { codeGroups } from '../../core/television/code.ts';
import { LOCALE_NAMES, LOCALES, type Locale } from '../../i18n/locales.ts';
import { $network } from '../../stores/environment/network.ts';
import { QrCode } from '../QrCode.tsx';
import { useDrift } from './useDrift.ts';

interface Props {
  readonly texts: TelevisionProps['texts'];
  /** The page's language, in which it is said first. */
  readonly locale: Locale;
  /** Null while none can be had. */
  readonly code: string | null;
  /** Where a desk takes the code. */
  readonly address: (code: string) => string;
}

const Code = ({ code, label }: { readonly code: string; readonly label: string }) => (
  <p
    role="img"
    className="tv-pair__code"
    dir="ltr"
    data-testid="pairing-code"
    aria-label={`${label}: ${Array.from(code).join(' ')}`}
  >
    {codeGroups(code).map((group, index) => (
      // The groups keep their places.
      <span key={index} className="tv-pair__group" aria-hidden="true">
        {Array.from(group).map((letter, place) => (
          <span key={place} className="tv-pair__letter">
            {letter}
          </span>
        ))}
      </span>
    ))}
  </p>
);

/** What a television shows before it is paired: a code to be typed or scanned, and in every language what to do with it. */
export const Pairing = ({ texts, locale, code, address }: Props) => {
  const drift = useDrift();
  const languages = [locale, ...LOCALE_NAMES.filter((name) => name !== locale)];
  const network = useStore($network);
  const link = code === null ? null : onNetwork(network, address(code));
  const shown = link === null ? '' : link.replace(/^https?:\/\/|\/?#.*$/g, '');
  return (
    <div className="tv-pair" data-drift={drift} data-testid="pairing">
      <p className="tv-pair__product">{PRODUCT.name}</p>
      {code !== null && link !== null && (
        <>
          <Code code={code} label={texts[locale].tv.code} />
          <div className="tv-pair__qr">
            <QrCode text={link} label={texts[locale].tv.qr} />
          </div>
        </>
      )}
      <div className="tv-pair__words">
        {languages.map((name) => {
          const { lang, dir } = LOCALES[name];
          const { pair, scan, enter, waiting } = texts[name].tv;
          const [before = '', after = ''] = enter.split('{{address}}');
          return (
            <div key={name} lang={lang} dir={dir} className="tv-pair__language">
              <h2 className="tv-pair__title">{pair}</h2>
              {code === null ? (
                <p>{waiting}</p>
              ) : (
                <p>
                  {scan} {before}
                  <bdi className="tv-pair__address">{shown}</bdi>
                  {after}
                </p>
              )}
              {name === locale && link !== null && network?.chosen === null && (
                <p>{texts[name].network.hereOnly}</p>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
};
