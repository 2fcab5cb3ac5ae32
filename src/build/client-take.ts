import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** The value is the link's text while loading. */
    'client:take'?: string;
  }
}

/** `client:take`: hydrates an island when the link with `data-take` is clicked. If that fails, the link is followed. */
const whenTaken: ClientDirective = (load, { value }, element) => {
  const link = document.querySelector<HTMLAnchorElement>('[data-take]');
  if (!link) return;
  let isTaken = false;
  element.addEventListener('astro:hydration-error', () => location.assign(link.href));
  link.addEventListener('click', (event) => {
    // A second click, or one after coming back, follows the link; a double click counts as one.
    if (event.ctrlKey || event.metaKey || (isTaken && event.detail < 2)) return;
    event.preventDefault();
    if (isTaken) return;
    isTaken = true;
    link.textContent = value;
    void load().then((hydrate) => hydrate());
  });
};

export default whenTaken;
