/** What could turn the direction of what stands around a name. */
const DIRECTIONS = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g;

/** A name that can't disturb the sentence around it, as `<bdi>` does where there are elements. */
export const isolated = (name: string): string => `\u2068${name.replaceAll(DIRECTIONS, '')}\u2069`;
