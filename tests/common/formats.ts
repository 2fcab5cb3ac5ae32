import { formatOf, nextDraft, withGame } from '../../src/core/match/new-match-draft.ts';
import type { GameName } from '../../src/games/boards.ts';
import type { Body } from '../../src/rules/read.ts';

export const NAMES = { p1: 'Salma', p2: 'Mehdi' };

/** A format of any game, as the form for a new match begins it; with one extension, where there are any. */
export const formatWith = (game: GameName, length = formatOf(game).length.usual): Body => {
  const { length: has, start } = formatOf(game);
  const draft = withGame({ ...nextDraft(null, NAMES), balls: 'redsAndYellows' }, game);
  return { ...NAMES, ...start({ ...draft, [has.field]: String(length) }, 1) };
};
