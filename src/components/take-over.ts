declare const Astro: Record<string, (load: () => Promise<() => void>) => Promise<void>>;

/**
 * Has the visitor go on with the match that a screen shows, in place: the page that the link leads to has everything for it
 * in its island, and is fetched for that when somebody wants it. Where that fails, the link leads there.
 */
export const takeOver = (screen: HTMLElement, link: HTMLAnchorElement): void => {
  let taken = false;
  link.onclick = async (event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (taken) return;
    taken = true;
    link.textContent = link.dataset['take'] ?? '';
    const leave = (): void => {
      // Who comes back may want it again.
      taken = false;
      location.assign(link.href);
    };
    try {
      const page = await (await fetch(link.href)).text();
      // Its tag alone: that page's policy allows its styles, this page's doesn't. Drawn anew, it needs none of its content.
      const [tag] = /<astro-i("[^"]*"|[^">])+>/.exec(page) as unknown as [string];
      Astro['only'] = async (load) => (await load())();
      screen.insertAdjacentHTML(
        'afterend',
        tag.replace('="load"', '="only"').replace('&quot;page&quot;', '&quot;hero&quot;'),
      );
      screen.nextSibling?.addEventListener('astro:hydration-error', leave);
    } catch {
      leave();
    }
  };
};
