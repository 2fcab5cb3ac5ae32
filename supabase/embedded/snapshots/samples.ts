import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { DEFAULT_TABLES } from '../../../src/config/limits.ts';
import { applyAction } from '../../../src/core/match/fold.ts';
import { formatOf, nextDraft, withGame } from '../../../src/core/match/new-match-draft.ts';
import { gameOf } from '../../../src/games/games.ts';
import { isRefusal } from '../../../src/rules/rules.ts';
import { MATCHES, playersOf, type PlayedMatch } from '../samples/matches.ts';

/** The board of a match, as `private.kept_board` keeps it. Throws if the rules refuse a move. */
const boardOf = ({ game, format, moves }: PlayedMatch, [p1, p2]: readonly [string, string]): object => {
  const rules = gameOf(game);
  const begun = formatOf(game).start(withGame(nextDraft(null, { p1, p2 }), game), 1);
  const read = rules?.readFormat({ p1, p2, ...begun, ...format });
  if (!rules || !read) throw new Error(`There is no such match of ${game}.`);
  const state = moves.reduce((before, { kind, body = {} }) => {
    const after = applyAction(rules, before, { kind, body });
    if (isRefusal(after)) throw new Error(`The rules of ${game} refuse ${kind}.`);
    return after;
  }, rules.start(read));
  const { raceTo, ...board } = rules.board(state);
  return { ...board, race_to: raceTo };
};

/** Puts a drawn picture on each of a new venue's tables, to look at until a camera sends one. */
export const addSamples = async (client: PoolClient, venue: string): Promise<void> => {
  const players = playersOf('en');
  for (const [index, table] of DEFAULT_TABLES.entries()) {
    const played = MATCHES[index];
    const names = players[index];
    if (!played || !names) throw new Error('Every table of the demo has a match.');
    const board = JSON.stringify(boardOf(played, names));
    const match = `${venue}-${table}`;
    // Every installation has these: their ids must be stable, not secret.
    const id = createHash('sha256').update(match).update(board).digest('base64url').slice(0, 22);
    // A scored table already has its address.
    await client.query(
      `insert into public.snapshot_tables (match_id, venue_id, board)
       select $1, id, $3 from public.venues where slug = $2 on conflict (match_id) do nothing`,
      [match, venue, table],
    );
    await client.query(
      `insert into public.snapshots
         (id, match_id, source, type, captured_at, received_at, board, title, venue_title, rev, kept)
       select $1, match_id, 'board', 'image/jpeg', now(), now(), $3, title, venue_title, 0, true
       from private.pictured_tables where match_id = $2`,
      [id, match, board],
    );
  }
};
