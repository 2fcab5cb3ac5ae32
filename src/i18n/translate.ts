import i18next from 'i18next';
import { PRODUCT } from '../config/product.ts';
import type { Forms } from '../ui/say.ts';
import { DEFAULT_LOCALE, type Locale } from './locales.ts';
import { unbroken } from './unbroken.ts';

const UNBROKEN = 'unbroken';
i18next.use({ type: 'postProcessor', name: UNBROKEN, process: unbroken });

/** Who reads the texts: a page's visitors, or those who compare them, such as search engines. */
type Reader = 'visitor' | 'machine';

/** Values that every text may use besides its own. */
const DEFAULT_VALUES = {
  product: PRODUCT.name,
  phone: PRODUCT.phoneDisplay,
  email: PRODUCT.email,
  year: String(PRODUCT.copyrightYear),
};

export interface Translate {
  /** The text of `area.key`; the key itself when it is missing. */
  (key: string, values?: Record<string, string | number>): string;
  /** The items of a list; English ones when the language has no list there. */
  list: <Item = string>(key: string) => Item[];
  /** The forms of a text for the counts that the language tells apart; see `sayCount`. */
  forms: (key: string) => Forms;
  /** Several texts by the last part of their keys, for an island's props. A place without a value stays in them. */
  pick: <Name extends string>(area: string, names: readonly Name[]) => Record<Name, string>;
}

const lookUp = (locale: Locale, key: string, options: Record<string, unknown>): unknown => {
  const dot = key.indexOf('.');
  const [area, path] = [key.slice(0, dot), key.slice(dot + 1)];
  // Never i18next's global language: pages of several languages render at the same time.
  const translate = i18next.getFixedT(locale, area);
  return i18next.exists(path, { lng: locale, ns: area, ...options })
    ? translate(path, { ...DEFAULT_VALUES, ...options })
    : undefined;
};

/**
 * The texts of one language, unbroken for visitors and as they are written for machines. Runs while pages are rendered;
 * islands get their texts as props.
 */
export const translator = (locale: Locale, reader: Reader = 'visitor'): Translate => {
  const process = reader === 'visitor' ? { postProcess: UNBROKEN } : {};
  const translate = (key: string, values: Record<string, string | number> = {}): string => {
    const text = lookUp(locale, key, { ...values, ...process });
    return typeof text === 'string' ? text : key;
  };
  return Object.assign(translate, {
    list: <Item>(key: string): Item[] => {
      const options = { returnObjects: true, ...process };
      const own = lookUp(locale, key, options);
      const items = Array.isArray(own) ? own : lookUp(DEFAULT_LOCALE, key, options);
      return Array.isArray(items) ? (items as Item[]) : [];
    },
    forms: (key: string): Forms => {
      const own = lookUp(locale, key, { returnObjects: true, ...process });
      return typeof own === 'object' && own !== null ? (own as Forms) : { other: key };
    },
    pick: <Name extends string>(area: string, names: readonly Name[]): Record<Name, string> =>
      Object.fromEntries(names.map((name) => [name, translate(`${area}.${name}`)])) as Record<Name, string>,
  });
};
