/** Copies through a hidden text field, the only way over plain http (a phone on the venue's Wi-Fi). */
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
    // Deprecated in the types, yet the only way to copy in an insecure context.
    return (document as { execCommand: (command: 'copy') => boolean }).execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
};

/** Copies `text`; call it in a click handler. Resolves to whether it worked; never rejects. */
export const copyText = async (text: string): Promise<boolean> => {
  // Undefined over plain http, contrary to the types.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // Not permitted here (an iframe, a browser setting). Copying by selection may still work.
    }
  }
  return copyBySelection(text);
};
