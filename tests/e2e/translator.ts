import type { BrowserContext, Page } from '@playwright/test';

/**
 * Does to a context's pages what Chrome's translator does, once they are loaded: a text becomes two `font` elements,
 * except where nothing is to be translated, and so does each that comes later.
 */
export const translate = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const UNTRANSLATED = ['SCRIPT', 'STYLE', 'TEXTAREA', 'FONT', 'NOSCRIPT', 'OPTION'];
    const font = () => document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
    const wrap = (text: Text): void => {
      const parent = text.parentElement;
      if (!parent || !/\p{L}/u.test(text.data) || UNTRANSLATED.includes(parent.nodeName)) return;
      if (parent.closest('[translate=no],.notranslate')) return;
      const [outer, inner] = [font(), font()];
      inner.append(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    };
    const translateIn = (root: Node): void => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node: Node | null = walker.currentNode; node; node = walker.nextNode())
        if (node instanceof Text) texts.push(node);
      texts.forEach(wrap);
    };
    addEventListener('DOMContentLoaded', () => {
      translateIn(document.body);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) addedNodes.forEach(translateIn);
      }).observe(document.body, { subtree: true, childList: true });
    });
  });
};

/** Texts with separate React nodes, which a translator would take away. */
export const ownTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (/\p{L}/u.test(node.nodeValue ?? '') && Object.keys(node).some((key) => key.startsWith('__react')))
        found.push(node.nodeValue ?? '');
    return found;
  });
