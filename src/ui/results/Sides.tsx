import { formatScore } from '../../core/overlay/score.ts';
import type { Result } from '../../core/record/result.ts';
import { SIDES, type Side } from '../../core/rules/rules.ts';
import type { VenueTexts } from '../desk/props.ts';

interface Props {
  readonly texts: VenueTexts;
  readonly result: Pick<Result, 'names' | 'scores' | 'winner'>;
}

/** As typed; nobody has a name that is empty. */
const nameOf = (name: string | undefined, side: Side, { match }: VenueTexts): string =>
  name === undefined || name.trim() === '' ? match.sides[side] : name;

/** Both players with their scores, one beneath the other. */
export const Sides = ({ texts, result }: Props) =>
  SIDES.map((side, place) => (
    <span key={side} className={`results__side ${result.winner === side ? 'results__side--won' : ''}`}>
      <span className="results__name">
        <bdi>{nameOf(result.names[place], side, texts)}</bdi>
      </span>
      <span className="results__score" dir="ltr">
        {formatScore(result.scores[place] ?? 0)}
      </span>
    </span>
  ));
