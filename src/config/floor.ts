/**
 * The oldest browsers supported by the product's scripts and styles. Used by the build, the checks on its output, the
 * tests in old browsers, and the texts shown in even older ones. As plain HTML, the site's pages work everywhere.
 */
export const FLOORS = {
  /** Overlays, and televisions: a television keeps the browser that it was built with. */
  screens: { chrome: '88' },
  /** The pad, the desk, the demo, login and every other page. */
  pages: { chrome: '96', safari: '15.4', firefox: '102' },
} as const;

/** The build target of shared scripts and styles: the older version of each browser. */
export const BUILD_TARGET: string[] = Object.entries({ ...FLOORS.pages, ...FLOORS.screens }).map(
  ([browser, version]) => browser + version,
);
