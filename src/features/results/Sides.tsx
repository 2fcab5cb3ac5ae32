import { formatScore } from '../../rules/score.ts';
import type { Result } from '../../core/results/result.ts';
import { SIDES } from '../../rules/rules.ts';
import { playerFragment } from '../../core/venue/fragment.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { sideNames } from '../match/side-names.ts';

interface Props {
  readonly texts: ScreenTexts;
  readonly result: Pick<Result, 'names' | 'scores' | 'winner'>;
  /** The players' keys, if their names are links. */
  readonly players?: Result['players'];
}

/** Both players with their scores, one below the other. */
export const Sides = ({ texts, result, players = [null, null] }: Props) => {
  const names = sideNames(result.names, texts);
  return SIDES.map((side, place) => {
    const name = <bdi translate="no">{names[place]}</bdi>;
    const key = players[place] ?? null;
    return (
      <span key={side} className={`results__side ${result.winner === side ? 'results__side--won' : ''}`}>
        <span className="results__name">
          {key === null ? name : <a href={playerFragment(key)}>{name}</a>}
        </span>
        <span className="results__score" dir="ltr">
          {formatScore(result.scores[place] ?? 0)}
        </span>
      </span>
    );
  });
};
