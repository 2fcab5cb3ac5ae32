import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { settled } from './settled.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** Half of what a check costs. */
const CONTRAST = 'color-contrast';

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

/** Underlined links in another colour than the ground's links have. */
const strayLinks = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const plain = document.body.appendChild(document.createElement('a'));
    const { color } = getComputedStyle(plain);
    plain.remove();
    return Array.from(document.links)
      .filter((link) => link.checkVisibility() && !link.matches(':hover'))
      .filter((link) => {
        const style = getComputedStyle(link);
        return (
          link.innerText.trim() !== '' && style.textDecorationLine === 'underline' && style.color !== color
        );
      })
      .map((link) => `link of another colour: ${link.outerHTML}`);
  });

/**
 * axe's findings on the current page once it is at rest, each with its markup; unfilled placeholders; and stray links. Colours are the same in every
 * language, so that a page checked in several needs their contrast once.
 */
export const barriers = async (page: Page, { contrast = true } = {}): Promise<string[]> => {
  const options: axe.RunOptions = {
    runOnly: STANDARDS,
    resultTypes: ['violations'],
    rules: { [CONTRAST]: { enabled: contrast } },
  };
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(async (options) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
  return [...found, ...(await unfilled(page)), ...(await strayLinks(page))];
};
