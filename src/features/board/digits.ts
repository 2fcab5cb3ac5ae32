/* Digits in cells: the typeface has no tabular figures, so a running clock would jitter. */

export const cellClass = (character: string): string => (character === ':' ? 'clock-colon' : 'clock-digit');

/** A clock's text up to its last colon, and what changes by itself after it: seconds. */
export const clockParts = (text: string): readonly [before: string, last: string] => {
  const at = text.lastIndexOf(':') + 1;
  return [text.slice(0, at), text.slice(at)];
};

const cellsOf = (text: string): readonly HTMLElement[] =>
  Array.from(text, (character) => {
    const cell = document.createElement('span');
    cell.className = cellClass(character);
    cell.append(character);
    return cell;
  });

/** Writes a text to an element, changing only the characters that differ. */
export const writeDigits = (element: Element, text: string): void => {
  const characters = Array.from(text);
  const cells = element.querySelectorAll('.clock-digit, .clock-colon');
  if (cells.length !== characters.length) {
    const [before, seconds] = clockParts(text);
    const last = document.createElement('span');
    last.className = 'clock-last';
    last.append(...cellsOf(seconds));
    element.replaceChildren(...cellsOf(before), last);
    return;
  }
  characters.forEach((character, index) => {
    const shown = cells[index]?.firstChild;
    if (shown && shown.nodeValue !== character) shown.nodeValue = character;
  });
};
