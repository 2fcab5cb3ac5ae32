import { around } from '../../i18n/format.ts';
import type { TelevisionProps } from './props.ts';
import { useStore } from '@nanostores/react';
import { PRODUCT } from '../../config/product.ts';
import { onNetwork } from '../../core/site/network.ts';
import { LOCALE_NAMES, LOCALES, type Locale } from '../../i18n/locales.ts';
import { $network } from '../../browser/network.ts';
import { PairingCode } from '../../kit/PairingCode.tsx';
import { QrCode } from '../../kit/QrCode.tsx';
import { useDrift } from './useDrift.ts';

interface Props {
  readonly texts: TelevisionProps['texts'];
  /** The page's language, which comes first. */
  readonly locale: Locale;
  /** Null while there is none. */
  readonly code: string | null;
  /** The address of the desk's form for a code. */
  readonly address: (code: string) => string;
}

/** The screen of an unpaired television: a code to type or scan, with instructions in every language. */
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
          <PairingCode code={code} label={texts[locale].television.code} />
          <div className="tv-pair__qr">
            <QrCode text={link} label={texts[locale].television.qr} />
          </div>
        </>
      )}
      <div className="tv-pair__words">
        {languages.map((name) => {
          const { lang, dir } = LOCALES[name];
          const { pair, scan, enter, waiting } = texts[name].television;
          const [before, after] = around(enter, 'address');
          return (
            <div key={name} lang={lang} dir={dir} className="tv-pair__language">
              <h2 className="tv-pair__title">{pair}</h2>
              {code === null ? (
                <p>{waiting}</p>
              ) : (
                <p>
                  <span>{scan}</span> <span>{before}</span>
                  <bdi translate="no" className="tv-pair__address">
                    {shown}
                  </bdi>
                  <span>{after}</span>
                </p>
              )}
              {link !== null && network?.chosen === null && <p>{texts[name].network.hereOnly}</p>}
            </div>
          );
        })}
      </div>
    </div>
  );
};
