/**
 * The user-perceived characters of a text, such as an emoji family as one; code points if the engine has no segmenter.
 */
export const graphemes = (text: string): readonly string[] =>
  'Segmenter' in Intl
    ? Array.from(
        new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text),
        ({ segment }) => segment,
      )
    : Array.from(text);
