/** Copies through a hidden text field, the only way on plain http (a phone on the venue's Wi-Fi). */
const copyBySelection = (text: string): boolean => {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.readOnly = true;
  field.setAttribute('aria-hidden', 'true');
  field.className = 'visually-hidden';
  // Beside the focused element: a modal dialog makes everything outside itself inert.
  (focused?.closest('dialog') ?? document.body).append(field);
  field.select();
  try {
    // Marked as deprecated in the types, and still the only copy that an insecure context has.
    return (document as { execCommand: (command: 'copy') => boolean }).execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
};

/** Copies `text`; call it in a click's handler. Gives whether it worked; never throws. */
export const copyText = async (text: string): Promise<boolean> => {
  // The types promise a clipboard; plain http has none.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // Not permitted here (an embedded page, a browser setting): the selection may still work.
    }
  }
  return copyBySelection(text);
};
