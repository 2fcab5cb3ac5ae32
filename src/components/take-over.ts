/**
 * Has the visitor go on with the match that the hero's board shows, in place: the demo's page has everything for it in
 * its island, and is fetched for that when somebody wants it. Where that fails, the link leads there.
 */
export const takeOver = (link: HTMLAnchorElement): void => {
  link.onclick = async (event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    link.textContent = link.dataset['take'] ?? '';
    const leave = (): void => location.assign(link.href);
    try {
      const page = await (await fetch(link.href)).text();
      const island = new DOMParser().parseFromString(page, 'text/html').querySelector('astro-island');
      if (!island) return leave();
      // It is drawn anew: its own page has another layout.
      island.replaceChildren();
      island.setAttribute('client', 'only');
      island.setAttribute('props', island.getAttribute('props')?.replace('"page"', '"hero"') ?? '');
      island.addEventListener('astro:hydration-error', leave);
      Object.assign(Reflect.get(window, 'Astro'), {
        only: async (load: () => Promise<() => void>) => (await load())(),
      });
      document.querySelector('.hero__stage')?.append(island);
    } catch {
      leave();
    }
  };
};
