import type {
  BreadcrumbList,
  FAQPage,
  Graph,
  Organization,
  SoftwareApplication,
  Thing,
  WebPage,
  WebSite,
} from 'schema-dts';
import { PRODUCT } from '../config/product.ts';
import { LOCALE_NAMES, LOCALES, type Locale } from '../i18n/locales.ts';
import type { TextsOf } from '../i18n/texts.ts';
import { writtenTextsOf } from '../i18n/translate.ts';
import { localizePath } from '../i18n/urls.ts';
import { readPrice } from '../core/site/price.ts';
import { PUBLIC_PAGES, type PublicPage } from './pages.ts';

interface Subject {
  page: PublicPage;
  locale: Locale;
  /** The path of the page's preview picture. */
  picture: string;
  /** The site's root. */
  site: URL;
}

const AREAS = ['common', 'features', 'hall', 'meta', 'pricing', 'snapshot'] as const;

interface Context extends Subject {
  texts: TextsOf<(typeof AREAS)[number]>;
  absolute: (path: string) => string;
  /** The page's own address. */
  url: string;
}

/** The ids that link the nodes of all pages. */
const ids = (site: URL) => ({
  organization: new URL('#organization', site).href,
  website: new URL('#website', site).href,
  product: new URL('#product', site).href,
});

/** A bare host is a placeholder in the settings, not a profile. */
const isProfile = (address: string): boolean => new URL(address).pathname !== '/';

const organization = ({ site, texts, absolute }: Context): Organization => {
  const profiles = PRODUCT.socials.map(({ url }) => url).filter(isProfile);
  return {
    '@type': 'Organization',
    '@id': ids(site).organization,
    name: PRODUCT.name,
    url: site.href,
    logo: absolute('/apple-touch-icon.png'),
    email: PRODUCT.email,
    telephone: PRODUCT.phone,
    areaServed: { '@type': 'Country', name: texts.common.footer.country },
    ...(profiles.length > 0 && { sameAs: profiles }),
  };
};

const website = ({ site }: Context): WebSite => ({
  '@type': 'WebSite',
  '@id': ids(site).website,
  name: PRODUCT.name,
  url: site.href,
  inLanguage: LOCALE_NAMES.map((locale) => LOCALES[locale].lang),
  publisher: { '@id': ids(site).organization },
});

const webPage = ({ page, locale, picture, site, texts, absolute, url }: Context): WebPage | FAQPage => {
  const common = {
    '@id': url,
    url,
    name: texts.meta[page].title,
    description: texts.meta[page].description,
    inLanguage: LOCALES[locale].lang,
    isPartOf: { '@id': ids(site).website },
    primaryImageOfPage: { '@type': 'ImageObject', url: absolute(picture) },
  } as const;
  if (page !== 'pricing') return { '@type': 'WebPage', ...common };
  return {
    '@type': 'FAQPage',
    ...common,
    mainEntity: texts.pricing.faq.items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
};

/** The cards of the features page that name an application. */
const APPLICATIONS = ['pool', 'snooker', 'remote', 'arena', 'waitingList'] as const;

/** The product. It has an offer only if the price text has an amount and a currency, and never a rating. */
const product = ({ page, site, locale, texts, absolute }: Context): SoftwareApplication => {
  const price = readPrice(texts.common.price);
  return {
    '@type': 'SoftwareApplication',
    '@id': ids(site).product,
    name: PRODUCT.name,
    description: texts.meta.home.description,
    url: absolute(localizePath(PUBLIC_PAGES.home, locale)),
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Android',
    inLanguage: LOCALES[locale].lang,
    // Only on the page that describes them, to keep the others small.
    ...(page === 'features' && {
      featureList: APPLICATIONS.map((name) => texts.features.cards[name].title),
    }),
    publisher: { '@id': ids(site).organization },
    ...(price && {
      offers: {
        '@type': 'Offer',
        ...price,
        url: absolute(localizePath(PUBLIC_PAGES.pricing, locale)),
        seller: { '@id': ids(site).organization },
      },
    }),
  };
};

const breadcrumbs = ({ page, locale, texts, absolute }: Context): BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: (['hall', 'home', page] as const).map((step, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: step === 'snapshot' || step === 'hall' ? texts[step].title : texts.common.nav[step],
    item: absolute(localizePath(PUBLIC_PAGES[step], locale)),
  })),
});

/** The schema.org data of a public page, https://schema.org. */
export const structuredData = (subject: Subject): Graph => {
  const absolute = (path: string): string => new URL(path, subject.site).href;
  const url = absolute(localizePath(PUBLIC_PAGES[subject.page], subject.locale));
  const context: Context = { ...subject, texts: writtenTextsOf(subject.locale, ...AREAS), absolute, url };
  const things: Thing[] = [organization(context), website(context), webPage(context)];
  if (subject.page !== 'snapshot') things.push(product(context));
  if (subject.page !== 'home') things.push(breadcrumbs(context));
  return { '@context': 'https://schema.org', '@graph': things };
};
