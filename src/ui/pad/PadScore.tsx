import { SIDES } from '../../core/rules/rules.ts';
import type { Scored } from '../../stores/match/scoring.ts';
import { say } from '../say.ts';
import { nameOf } from './names.ts';
import { standingOf } from './standing.ts';
import type { PadTexts } from './texts.ts';
import { numbersOf, onlyHere, poolOf, snookerOf } from './view.ts';

const formatOf = (scored: Scored, texts: PadTexts): string => {
  const snooker = snookerOf(scored);
  if (snooker) return say(texts['score.framesOf'], { n: snooker.bestOf });
  const { raceTo } = scored.state as { readonly raceTo: number | null };
  return raceTo === null ? texts['score.timed'] : say(texts['score.raceTo'], { n: raceTo });
};

/**
 * The scoreboard, its sides as on the television in every language. A number is hollow where viewers still see another
 * one.
 */
export const PadScore = ({ scored, texts }: { readonly scored: Scored; readonly texts: PadTexts }) => {
  const { score, frames, at, breaker } = numbersOf(scored, scored.state);
  const hollow = standingOf(scored) === 'onAir' ? [] : onlyHere(scored);
  const isOver = poolOf(scored)?.over ?? false;
  return (
    <section className="pad-score" data-at={at ?? (snookerOf(scored) ? 'none' : undefined)}>
      <div className="pad-score__sides">
        {at && <span className="pad-score__lamp" data-at={at} />}
        {SIDES.map((side) => (
          <div
            className="pad-score__side"
            key={side}
            data-side={side}
            data-on={at === null ? undefined : at === side}
          >
            <bdi className="pad-score__name" title={nameOf(scored.state, side, texts)}>
              {nameOf(scored.state, side, texts)}
            </bdi>
            <bdi className="pad-score__whole" aria-hidden="true">
              {nameOf(scored.state, side, texts)}
            </bdi>
            <span
              className="pad-score__number"
              key={score[side]}
              data-hollow={hollow.includes(side)}
              data-figures={String(score[side]).length}
              data-testid={`pad-score-${side}`}
            >
              {score[side]}
            </span>
          </div>
        ))}
      </div>
      <div className="pad-score__foot">
        {SIDES.map((side) => (
          <span className="pad-score__won" key={side} data-testid={frames ? `pad-frames-${side}` : undefined}>
            {frames?.[side]}
            {!isOver && breaker === side && (
              <span className="pad-score__breaker">
                <span className="pad-score__white" aria-hidden="true" />
                {texts['score.breaks']}
              </span>
            )}
          </span>
        ))}
        <span className="pad-score__format" dir="auto">
          {formatOf(scored, texts)}
        </span>
      </div>
    </section>
  );
};
