import type { PublicResult } from './public-result.ts';
import type { Areas } from '../../i18n/texts.ts';

interface Texts {
  readonly overlay: Pick<Areas['overlay'], 'over'>;
  readonly result: Pick<Areas['result'], 'drawn' | 'states'>;
}

/** How far a match has come, or that it ended without a winner. */
export const endText = (
  { state, winner }: Pick<PublicResult, 'state' | 'winner'>,
  { overlay, result }: Texts,
): string => {
  if (state !== 'over') return result.states[state];
  return winner === null ? result.drawn : overlay.over;
};
