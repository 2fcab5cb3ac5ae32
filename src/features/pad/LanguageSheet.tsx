import type { TextsOf } from '../../i18n/texts.ts';
import { LOCALE_NAMES, LOCALES } from '../../i18n/locales.ts';
import { pathIn } from '../../i18n/urls.ts';
import type { SheetOf } from '../pad-parts/props.ts';

/** The sheet with the page's languages. Links keep the rest of the address, and the header stores the choice. */
export const languageSheet = (texts: TextsOf<'match' | 'pad'>): SheetOf => ({
  title: texts.pad.more.language,
  draw: () => (
    <ul>
      {LOCALE_NAMES.map((locale) => {
        const { code, label, lang } = LOCALES[locale];
        return (
          <li key={locale}>
            <a
              className="pad-more__entry endonym"
              href={pathIn(location.pathname, locale)}
              hrefLang={lang}
              lang={lang}
              data-language={code}
              aria-current={locale === texts.locale ? 'true' : undefined}
            >
              {label}
            </a>
          </li>
        );
      })}
    </ul>
  ),
});
