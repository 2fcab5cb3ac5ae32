/* Digits in cells of one width: the typeface has no tabular figures, and what changes each second would jitter. */

export const cellClass = (character: string): string | undefined =>
  character === ':' ? undefined : 'clock-digit';

/** Puts a text into an element, and touches nothing but the characters that are others now. */
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
