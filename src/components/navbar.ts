import { LANGUAGE_KEY, languageLinkAddress } from '../core/site/language.ts';

/** Activates the header: closes menus as expected, remembers the language, and hides while reading down the page. */
export const wakeNavbar = (): void => {
  // Searched each time, because the desk adds one.
  const menus = (): readonly HTMLDetailsElement[] => [
    ...document.querySelectorAll<HTMLDetailsElement>('details[data-menu]'),
  ];

  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const link = target.closest<HTMLAnchorElement>('a[data-language]');
    if (link) {
      try {
        localStorage.setItem(LANGUAGE_KEY, link.dataset['language'] ?? '');
      } catch {
        // Storage is blocked; the link itself still works.
      }
      link.href = languageLinkAddress(link.pathname, location);
    }
    for (const menu of menus()) {
      if (link ? menu.contains(link) : !menu.contains(target)) menu.open = false;
    }
  });

  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of menus()) {
      if (!menu.open) continue;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });

  // Scrolling up shows it again. A page reloaded in the middle counts as scrolled down: checking the position would
  // force a layout here.
  const navbar = document.querySelector('.navbar');
  let last = 0;
  document.addEventListener(
    'scroll',
    () => {
      const away = scrollY > last && scrollY > innerHeight / 2 && menus().every(({ open }) => !open);
      navbar?.classList.toggle('navbar--away', away);
      last = scrollY;
    },
    { passive: true },
  );

  const toggle = document.querySelector<HTMLElement>('.menu__toggle');
  toggle?.parentElement?.addEventListener('toggle', ({ currentTarget }) => {
    const open = currentTarget instanceof HTMLDetailsElement && currentTarget.open;
    toggle.setAttribute('aria-label', toggle.dataset[open ? 'closeLabel' : 'openLabel'] ?? '');
  });
};
