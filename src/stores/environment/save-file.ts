/** As long as a browser may take until it has read what it saves. */
const READ_MILLIS = 60_000;

/** Has the browser save a text as a file; call it in a click handler, or soon after. */
export const saveFile = (name: string, text: string, type: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_MILLIS);
};
