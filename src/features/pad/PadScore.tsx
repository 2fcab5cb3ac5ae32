import type { CSSProperties } from 'react';
import type { TextsOf } from '../../i18n/texts.ts';
import type { Shown } from '../../rules/shown.ts';
import { shownOf } from '../../games/boards.ts';
import { SIDES } from '../../rules/rules.ts';
import { handicapText } from '../match/length.ts';
import type { Scored } from '../match/scoring.ts';
import { formatMessage } from '../../i18n/format.ts';
import { nameOf } from '../pad-parts/names.ts';
import { syncStatusOf } from './sync-status.ts';
import { numbersOf, onlyHere } from './view.ts';

const formatOf = ({ bestOf, raceTo, minutes }: Shown, texts: TextsOf<'match' | 'pad'>): string => {
  if (bestOf !== null) return formatMessage(texts.pad.score.framesOf, { n: bestOf });
  if (minutes !== null) return formatMessage(texts.pad.score.timedFor, { n: minutes });
  return raceTo === null ? texts.pad.score.timed : formatMessage(texts.pad.score.raceTo, { n: raceTo });
};

/**
 * The scoreboard, with the sides as on the television in every language. A number is hollow while viewers still see a
 * different one.
 */
export const PadScore = ({
  scored,
  texts,
}: {
  readonly scored: Scored;
  readonly texts: TextsOf<'match' | 'overlay' | 'pad'>;
}) => {
  const { score, frames, at, breaker, fouls } = numbersOf(scored, scored.state);
  const hollow = syncStatusOf(scored) === 'onAir' ? [] : onlyHere(scored);
  const shown = shownOf(scored.rules.board(scored.state));
  return (
    <section
      className="pad-score"
      translate="no"
      data-at={at ?? (shown.unit === 'frame' ? 'none' : undefined)}
    >
      <div className="pad-score__sides">
        {at && <span className="pad-score__lamp" data-at={at} />}
        {SIDES.map((side) => {
          const name = nameOf(scored.state, side, texts);
          return (
            <div
              className="pad-score__side"
              key={side}
              data-side={side}
              data-on={at === null ? undefined : at === side}
              data-won={shown.winner === side}
            >
              <bdi
                translate="no"
                className="pad-score__name"
                title={name}
                style={{ '--letters': name.length } as CSSProperties}
              >
                {name}
              </bdi>
              <bdi translate="no" className="pad-score__whole" aria-hidden="true">
                {name}
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
          );
        })}
      </div>
      <div className="pad-score__foot">
        {SIDES.map((side) => (
          <span className="pad-score__won" key={side} data-testid={frames ? `pad-frames-${side}` : undefined}>
            {frames && <span>{frames[side]}</span>}
            {fouls[side] > 0 && (
              <span className="pad-score__fouls">
                {formatMessage(texts.pad.score.fouls, { n: fouls[side] })}
              </span>
            )}
            {breaker === side && (
              <span className="pad-score__breaker">
                <span className="pad-score__white" aria-hidden="true" />
                {/* The words for both don't fit on a phone. */}
                <span className={fouls[side] > 0 ? 'visually-hidden' : undefined}>
                  {texts.overlay.breaks}
                </span>
              </span>
            )}
          </span>
        ))}
        <span className="pad-score__format" dir="auto">
          {[formatOf(shown, texts), handicapText(texts, shown.handicap)].filter(Boolean).join(' · ')}
        </span>
      </div>
    </section>
  );
};
