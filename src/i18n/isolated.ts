/** Characters that could change the direction of the text around a name. */
const DIRECTIONS = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g;

/** Isolates a name's direction from the sentence around it: `<bdi>` for plain text. */
export const isolated = (name: string): string => `\u2068${name.replaceAll(DIRECTIONS, '')}\u2069`;

/** Names side by side, such as those of a pair. */
export const pairOf = (names: readonly string[]): string => names.map(isolated).join(' – ');
