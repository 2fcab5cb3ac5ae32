/** A form that was sent before its island's script was there keeps that on the island, where styles see it too. */
const ATTRIBUTE = 'data-waiting';

/** Notes that a form inside an island was sent; however often that happens, it is answered once. */
export const keepWaiting = (island: HTMLElement): void => island.setAttribute(ATTRIBUTE, '');

/** Whether a form was sent before its island woke up; says so once. */
export const takeWaiting = (form: HTMLFormElement): boolean => {
  const island = form.closest(`[${ATTRIBUTE}]`);
  island?.removeAttribute(ATTRIBUTE);
  return island !== null;
};
