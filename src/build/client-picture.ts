import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:picture'?: boolean;
  }
}

/** On a slow network the viewer doesn't wait longer for the picture: by then it has something to say. */
const PATIENCE_MILLIS = 1500;

/**
 * `client:picture`: wakes the snapshot viewer once the page's early script has the picture painted, which shares its
 * network with nothing then; at once where there is none to wait for, or when somebody reaches for the viewer.
 */
const oncePictured: ClientDirective = (load, _options, element) => {
  let isAwake = false;
  const wake = (): void => {
    if (isAwake) return;
    isAwake = true;
    void load().then((hydrate) => hydrate());
  };
  for (const event of ['pointerdown', 'focusin'])
    element.addEventListener(event, wake, { once: true, passive: true });
  setTimeout(wake, PATIENCE_MILLIS);
  const settled = window.snapshotEarly?.settled;
  if (settled) void settled.then(wake);
  else wake();
};

export default oncePictured;
