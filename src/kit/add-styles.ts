import { useInsertionEffect } from 'react';

/** What a sheet styles. Later ones win: a page's base, its lazily loaded parts, then a board's layout and its design. */
const PLACES = { base: 0, part: 1, layout: 2, design: 3 } as const;
type Place = keyof typeof PLACES;

/** The place of each added sheet or rule. */
const places = new WeakMap<CSSStyleSheet | CSSRule, number>();

/** The number of added ones that come before a new one: those of its own place and earlier ones. */
const countBefore = (all: readonly (CSSStyleSheet | CSSRule)[], place: Place): number =>
  all.filter((one) => (places.get(one) ?? 0) <= PLACES[place]).length;

/**
 * For browsers without constructed sheets (Safari before 16.4): one of the page's sheets, and the rules added to it, in
 * order.
 */
let pageSheet: CSSStyleSheet | undefined;
const added: CSSRule[] = [];

/** Adds styles as one rule after those of the page, because the page's policy allows no new style element. */
const addRule = (css: string, place: Place): (() => void) => {
  const sheet = (pageSheet ??= document.styleSheets[document.styleSheets.length - 1]);
  if (!sheet) return () => {};
  const before = countBefore(added, place);
  const index = sheet.cssRules.length - added.length + before;
  sheet.insertRule(`@media all{${css}}`, index);
  const rule = sheet.cssRules[index];
  if (rule) {
    places.set(rule, PLACES[place]);
    added.splice(before, 0, rule);
  }
  return () => {
    const own = (one: CSSRule): boolean => one === rule;
    added.splice(added.findIndex(own), 1);
    sheet.deleteRule([...sheet.cssRules].findIndex(own));
  };
};

/**
 * Adds a lazily loaded part's styles to the page, because the page's policy wouldn't allow a link to them. Places are in
 * order, whichever loads first. Returns a function that removes them.
 */
export const addStyles = (css: string, place: Place): (() => void) => {
  if (!('adoptedStyleSheets' in document)) return addRule(css, place);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  places.set(sheet, PLACES[place]);
  const others = [...document.adoptedStyleSheets];
  others.splice(countBefore(others, place), 0, sheet);
  document.adoptedStyleSheets = others;
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
};

/** Adds styles while a component is on the page. Before its first paint, so that it is never seen without them. */
export const useStyles = (css: string, place: Place = 'part'): void =>
  useInsertionEffect(() => addStyles(css, place), [css, place]);

/** A lazily loaded part, once its styles are on the page. */
export const withStyles = <Part extends { readonly styles: string }>(
  part: Part,
  place: Place = 'part',
): Part => {
  addStyles(part.styles, place);
  return part;
};
