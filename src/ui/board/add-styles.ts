/**
 * Gives the page the styles of a part that was fetched; a link to those would want to be in the page's policy. A layout's
 * come before a design's, whichever was there first.
 */
export const addStyles = (css: string, place: 'before' | 'after'): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const others = document.adoptedStyleSheets;
  document.adoptedStyleSheets = place === 'before' ? [sheet, ...others] : [...others, sheet];
};
