import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:picture'?: boolean;
  }
}

/** The longest the viewer waits for the picture on a slow network. After that it should show a status. */
const PATIENCE_MILLIS = 1500;

/**
 * `client:picture`: hydrates the snapshot viewer once the early script has shown the picture, so that the picture's
 * download has the network to itself. At once if there is no picture to wait for, or when the visitor interacts with
 * the viewer.
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
