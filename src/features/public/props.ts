import type { Areas, MatchTexts, TextsOf } from '../../i18n/texts.ts';

/** The texts of frames and racks, on both pages. */
export type UnitsTexts = MatchTexts<'endings' | 'sides'> & {
  readonly overlay: Pick<Areas['overlay'], 'break' | 'frame' | 'rack'>;
  readonly result: Pick<Areas['result'], 'frames' | 'racks' | 'won'>;
};

/** The texts of a table's board, frames and results on its public page. */
export type LiveTexts = UnitsTexts & TextsOf<'overlay' | 'result'>;

/** The texts of a result's page, without those that are there before its island. */
export type ResultTexts = UnitsTexts &
  MatchTexts<'format' | 'games' | 'statistics'> & {
    readonly overlay: Pick<Areas['overlay'], 'handicap' | 'numberedTable' | 'over'>;
    readonly result: Omit<
      Areas['result'],
      | 'atTable'
      | 'board'
      | 'noscript'
      | 'open'
      | 'shared'
      | 'sharedLive'
      | 'stale'
      | 'title'
      | 'today'
      | 'todayNone'
    >;
  };
