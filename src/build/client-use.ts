import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:use'?: boolean;
  }
}

const EVENTS = ['focusin', 'pointerover', 'pointerdown', 'input'] as const;

/** `client:use`: wakes an island up when somebody reaches for it. One that is seen at once would load at once. */
const whenUsed: ClientDirective = (load, _options, element) => {
  const wake = (): void => {
    for (const event of EVENTS) element.removeEventListener(event, wake);
    void load().then((hydrate) => hydrate());
  };
  for (const event of EVENTS) element.addEventListener(event, wake, { passive: true });
};

export default whenUsed;
