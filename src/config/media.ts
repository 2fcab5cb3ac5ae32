/** The media queries of `styles/settings/_tokens.scss` that scripts ask, too. A test compares them. */

/** A page as wide as a computer's: `desktop`. */
export const DESKTOP = '(width >= 62rem)';
/** A pad with room for the history beside its keys: `wide`. */
export const WIDE_PAD = '(width >= 60rem) and (height >= 40rem)';
