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

/** axe's findings on the current page, each with its markup; and unfilled placeholders. */
export const barriers = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    // Without frames of other origins, no second page is needed to merge the findings.
    .setLegacyMode()
    .analyze();
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ...(await unfilled(page)),
  ];
};
