/** How deeply tables, conditions, JSON paths and JSON may nest in a request; the product nests half as deep. */
export const MOST_NESTED = 16;

/** Whether a JSON text nests deeper, which would take the parser's stack. Brackets inside strings don't count. */
export const isJsonTooDeep = (text: string, most = MOST_NESTED): boolean => {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') isInString = !isInString;
    else if (isInString) at += Number(character === '\\');
    else if ('[{'.includes(character) && (depth += 1) > most) return true;
    else if (']}'.includes(character)) depth -= 1;
  }
  return false;
};
