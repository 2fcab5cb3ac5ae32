import { type ComponentType, createElement, render } from 'preact';

/** Draws an island of Astro's by Preact; it has no slots. */
const draw =
  (element: HTMLElement) =>
  (Island: ComponentType, props: object): void => {
    render(createElement(Island, props), element);
    element.addEventListener('astro:unmount', () => render(null, element), { once: true });
  };

export default draw;
