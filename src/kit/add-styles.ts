/**
 * For browsers without constructed sheets (Safari before 16.4): one of the page's sheets, and the rules added to it, in
 * order.
 */
let pageSheet: CSSStyleSheet | undefined;
const added: CSSRule[] = [];

/** Adds styles as one rule after those of the page, because the page's policy allows no new style element. */
const addRule = (css: string, place: 'before' | 'after'): (() => void) => {
  const sheet = (pageSheet ??= document.styleSheets[document.styleSheets.length - 1]);
  if (!sheet) return () => {};
  const index = sheet.cssRules.length - (place === 'before' ? added.length : 0);
  sheet.insertRule(`@media all{${css}}`, index);
  const rule = sheet.cssRules[index];
  if (rule) added.push(rule);
  return () => {
    const own = (one: CSSRule): boolean => one === rule;
    added.splice(added.findIndex(own), 1);
    sheet.deleteRule([...sheet.cssRules].findIndex(own));
  };
};

/**
 * Adds a lazily loaded part's styles to the page, because the page's policy wouldn't allow a link to them. Layout
 * styles come before design styles, whichever loads first. Returns a function that removes them.
 */
export const addStyles = (css: string, place: 'before' | 'after'): (() => void) => {
  if (!('adoptedStyleSheets' in document)) return addRule(css, place);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const others = document.adoptedStyleSheets;
  document.adoptedStyleSheets = place === 'before' ? [sheet, ...others] : [...others, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
};
