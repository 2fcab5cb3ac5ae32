/* Digits in cells of equal width: the typeface has no tabular figures, so a running clock would jitter. */

export const cellClass = (character: string): string | undefined =>
  character === ':' ? undefined : 'clock-digit';

/** Writes a text to an element, changing only the characters that differ. */
export const writeDigits = (element: Element, text: string): void => {
  const characters = Array.from(text);
  if (element.childElementCount !== characters.length) {
    element.textContent = '';
    element.append(
      ...characters.map((character) => {
        const cell = document.createElement('span');
        cell.className = cellClass(character) ?? '';
        cell.append(character);
        return cell;
      }),
    );
    return;
  }
  characters.forEach((character, index) => {
    const shown = element.children[index]?.firstChild;
    if (shown && shown.nodeValue !== character) shown.nodeValue = character;
  });
};
