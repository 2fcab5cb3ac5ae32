/**
 * The oldest browsers in which the product's scripts and styles work. The build, the checks over its files, the tests in old
 * browsers and the sentences that a page shows in an even older one read them here. As HTML, the site's pages work everywhere.
 */
export const FLOORS = {
  /** Overlays, and televisions: a television keeps the browser that it was built with. */
  screens: { chrome: '88' },
  /** The pad, the desk, the demo, login and every other page. */
  pages: { chrome: '96', safari: '15.4', firefox: '102' },
} as const;

/** What shared scripts and styles are built for: the older of the two for each browser. */
export const BUILD_TARGET: string[] = Object.entries({ ...FLOORS.pages, ...FLOORS.screens }).map(
  ([browser, version]) => browser + version,
);
