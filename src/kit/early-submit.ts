/** A form that was sent before its island's script was there keeps that on the island, where styles see it too. */
const ATTRIBUTE = 'data-waiting';

/** Notes that a form inside an island was sent; however often that happens, it is answered once. */
export const noteEarlySubmit = (island: HTMLElement): void => island.setAttribute(ATTRIBUTE, '');

/** Submits a form that was sent before its island woke up, once. */
export const submitEarly = (form: HTMLFormElement): void => {
  const island = form.closest(`[${ATTRIBUTE}]`);
  island?.removeAttribute(ATTRIBUTE);
  // The browser has validated it; Safari has `requestSubmit` from 16 on.
  if (island) form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
};
