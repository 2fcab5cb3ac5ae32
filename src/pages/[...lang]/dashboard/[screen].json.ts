// Astro runs this before a page but not before an endpoint: it loads the texts.
import 'astro:scripts/page-ssr.js';
import type { APIRoute } from 'astro';
import { LAZY_TEXTS, type LazyTextsName } from '../../../config/lazy-texts.ts';
import { inEachLanguage, type Locale } from '../../../i18n/locales.ts';
import { textsOf } from '../../../i18n/translate.ts';
import { localePaths } from '../../../i18n/urls.ts';
import { SCREEN_AREAS, type OwnScreenTexts } from '../../../kit/venue-texts.ts';

export const getStaticPaths = () =>
  localePaths().flatMap(({ params, props }) =>
    LAZY_TEXTS.map((screen) => ({ params: { ...params, screen }, props: { ...props, screen } })),
  );

const screenTexts = (locale: Locale): OwnScreenTexts => ({
  ...textsOf(locale, ...SCREEN_AREAS),
  inAll: inEachLanguage((name) => textsOf(name, 'overlay', 'sign')),
});

/** The texts of rarely opened screens. */
export const GET: APIRoute<{ locale: Locale; screen: LazyTextsName }> = ({ props: { locale, screen } }) =>
  Response.json(screen === 'screens' ? screenTexts(locale) : textsOf(locale, screen));
