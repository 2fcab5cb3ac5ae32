import type { MatchTexts, TextsOf } from '../../i18n/texts.ts';

/** The texts of a table's board, frames and results on its public page. */
export type LiveTexts = TextsOf<'overlay' | 'result'> & MatchTexts<'endings' | 'sides'>;

/** The texts of a result's page. */
export type ResultTexts = LiveTexts & MatchTexts<'format' | 'games' | 'statistics'>;
