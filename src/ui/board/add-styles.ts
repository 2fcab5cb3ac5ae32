/**
 * Adds a lazily loaded part's styles to the page; the page's policy wouldn't allow a link to them. Layout styles come
 * before design styles, whichever loads first. Returns a function that removes them.
 */
export const addStyles = (css: string, place: 'before' | 'after'): (() => void) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const others = document.adoptedStyleSheets;
  document.adoptedStyleSheets = place === 'before' ? [sheet, ...others] : [...others, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
};
