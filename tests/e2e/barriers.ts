import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The texts and attributes on a page that have a place which nothing filled. */
export const unfilled = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body :not(script, style, astro-island)')]
      .flatMap(({ attributes, childNodes }) => [
        ...Array.from(attributes, ({ value }) => value),
        ...Array.from(childNodes, (node) => (node instanceof Text ? node.data : '')),
      ])
      .filter((text) => text.includes('{{')),
  );

/** What axe finds on a page as it is now, each barrier with the markup where it stands; and what nothing filled. */
export const barriers = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    // Without frames of other origins, no second page has to be opened to join what was found.
    .setLegacyMode()
    .analyze();
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ...(await unfilled(page)),
  ];
};
