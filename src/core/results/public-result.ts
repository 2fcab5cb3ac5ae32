import { zoneNamed, type Zone } from '../time/zone.ts';
import { RESULT_STATES, type Result, type ResultDetail, type ResultTournament } from './result.ts';
import { isObject, millis, number, text } from '../../rules/read.ts';
import { parseResultDetail, side } from './result-detail.ts';

/** A result as the public sees it: corrections are applied, and names may be shortened. */
export type PublicResult = Pick<
  Result,
  | 'id'
  | 'state'
  | 'tableTitle'
  | 'game'
  | 'names'
  | 'scores'
  | 'raceTo'
  | 'winner'
  | 'startedAtMillis'
  | 'lastAtMillis'
  | 'endedAtMillis'
  | 'rev'
>;

/** The data of a result's public page. */
export interface FullPublicResult extends PublicResult {
  readonly detail: ResultDetail;
  /** The one that it was played for; null for none, or one that was deleted. */
  readonly tournament: ResultTournament | null;
  /** The venue's name; empty if it has none. */
  readonly venue: string;
  /** The venue's time zone. */
  readonly zone: Zone;
}

/** Parses the output of `private.public_result`; null if it isn't a result. */
export const parsePublicResult = (value: unknown): PublicResult | null => {
  if (!isObject(value) || typeof value['id'] !== 'string') return null;
  return {
    id: value['id'],
    state: RESULT_STATES.find((state) => state === value['state']) ?? 'unfinished',
    tableTitle: text(value['table_title']),
    game: text(value['game']),
    names: [text(value['p1']), text(value['p2'])],
    scores: [number(value['s1']), number(value['s2'])],
    raceTo: number(value['race_to']),
    winner: side(value['winner']),
    startedAtMillis: Date.parse(text(value['started_at'])),
    lastAtMillis: Date.parse(text(value['last_at'])),
    endedAtMillis: millis(value['ended_at']),
    rev: number(value['rev']),
  };
};

/** Parses an answer of `show_result`: the result, or why there is none. */
export const parseShownResult = (value: unknown): FullPublicResult | 'gone' | 'unknown' => {
  const answer = isObject(value) ? value : {};
  const shown = isObject(answer['result']) ? answer['result'] : {};
  const result = answer['status'] === 'shown' ? parsePublicResult(shown) : null;
  if (!result) return answer['status'] === 'gone' ? 'gone' : 'unknown';
  const detail = parseResultDetail(shown['detail'], shown['sides']);
  const { tournament: of } = shown;
  const tournament = isObject(of) ? { id: text(of['id']), title: text(of['title']) } : null;
  const venue = text(answer['venue']);
  return { ...result, detail, tournament, venue, zone: zoneNamed(text(answer['time_zone'])) };
};
