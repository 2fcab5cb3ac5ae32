import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** The value is what the link says meanwhile. */
    'client:take'?: string;
  }
}

/** `client:take`: wakes an island when the link with `data-take` is clicked. Where that fails, the link leads where it always did. */
const whenTaken: ClientDirective = (load, { value }, element) => {
  const link = document.querySelector<HTMLAnchorElement>('[data-take]');
  if (!link) return;
  let isTaken = false;
  element.addEventListener('astro:hydration-error', () => location.assign(link.href));
  link.addEventListener('click', (event) => {
    // Whoever waits too long, or comes back, follows the link; a double click is one.
    if (event.ctrlKey || event.metaKey || (isTaken && event.detail < 2)) return;
    event.preventDefault();
    if (isTaken) return;
    isTaken = true;
    link.textContent = value;
    void load().then((hydrate) => hydrate());
  });
};

export default whenTaken;
