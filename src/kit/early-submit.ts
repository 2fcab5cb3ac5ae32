/** Set on an island when a form in it is submitted before the script has loaded; styles use it as well. */
const ATTRIBUTE = 'data-waiting';

/** Records that a form inside an island was submitted. Repeated submits count once. */
export const noteEarlySubmit = (island: HTMLElement): void => island.setAttribute(ATTRIBUTE, '');

/** Submits a form that was submitted before its island hydrated, once. */
export const submitEarly = (form: HTMLFormElement): void => {
  const island = form.closest(`[${ATTRIBUTE}]`);
  island?.removeAttribute(ATTRIBUTE);
  // The browser has validated it already. `requestSubmit` needs Safari 16.
  if (island) form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
};
