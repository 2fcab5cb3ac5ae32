import { useState } from 'react';
import { otherSide, SIDES } from '../../../rules/rules.ts';
import { snookerOffer, type SnookerState } from '../rules.ts';
import { formatMessage } from '../../../i18n/format.ts';
import { Icon } from '../../../kit/Icon.tsx';
import { nameIn, nameOf } from '../../../features/pad-parts/names.ts';
import type { PartProps, SheetOf } from '../../../features/pad-parts/props.ts';
import { chosen, foulAction, NO_CHOICES, possibleOf, type Choices, type Next } from './foul.ts';

interface Props extends Pick<PartProps, 'scored' | 'texts' | 'tap'> {
  readonly close: () => void;
}

/** The sheet for a foul: its options first; tapping the value finishes it. */
const FoulSheet = ({ scored, texts, tap, close }: Props) => {
  const [choices, setChoices] = useState(NO_CHOICES);
  const state = scored.state as SnookerState;
  const { at } = state.frame;
  if (at === null) return null;
  const possible = possibleOf(snookerOffer(state), choices);
  const choose = (change: Partial<Choices>) => setChoices((before) => chosen(before, change));
  const foul = (points: number) => {
    const { kind, body } = foulAction(choices, points);
    tap(kind, body, 'foul');
    close();
  };
  const nexts: readonly { next: Next; name: string; note: string }[] = [
    // The players are on the same sides as on the board.
    ...SIDES.map((side) => {
      const next = side === at ? 'playsAgain' : 'playsOn';
      return { next, name: nameOf(state, side, texts), note: texts.pad.foul[next] } as const;
    }),
    { next: 'replay', name: texts.pad.foul.replay, note: texts.pad.foul.replayNote },
  ];
  return (
    <div className="pad-foul">
      {!possible.ends && (
        <>
          <div className="pad-foul__next" role="group" aria-label={texts.pad.foul.next}>
            {nexts.map(({ next, name, note }) => (
              <button
                key={next}
                type="button"
                className="pad-foul__who"
                data-key={`next.${next}`}
                aria-pressed={choices.next === next}
                disabled={!possible.next[next]}
                onClick={() => choose({ next })}
              >
                <bdi translate="no" className="pad-key__name">
                  {name}
                </bdi>
                <span className="pad-key__note">{note}</span>
              </button>
            ))}
          </div>
          <div className="pad-foul__flags">
            {(['miss', 'freeBall'] as const).map((flag) => (
              <button
                key={flag}
                type="button"
                className="pad-key pad-foul__flag"
                data-key={flag}
                aria-pressed={choices[flag]}
                disabled={flag === 'freeBall' && !possible.freeBall}
                onClick={() => choose({ [flag]: !choices[flag] })}
              >
                <span className="pad-foul__box">{choices[flag] && <Icon name="check" />}</span>
                <span>{texts.pad.foul[flag]}</span>
              </button>
            ))}
          </div>
          {possible.redsGone > 0 && (
            <div className="pad-foul__reds">
              <span id="pad-reds-gone">{texts.pad.foul.redsGone}</span>
              <button
                type="button"
                className="pad-key"
                data-key="redsGoneLess"
                aria-label={texts.pad.foul.fewer}
                disabled={choices.redsGone === 0}
                onClick={() => choose({ redsGone: choices.redsGone - 1 })}
              >
                <Icon name="minus" />
              </button>
              <output aria-labelledby="pad-reds-gone">{choices.redsGone}</output>
              <button
                type="button"
                className="pad-key"
                data-key="redsGoneMore"
                aria-label={texts.pad.foul.more}
                disabled={choices.redsGone === possible.redsGone}
                onClick={() => choose({ redsGone: choices.redsGone + 1 })}
              >
                <Icon name="plus" />
              </button>
            </div>
          )}
        </>
      )}
      <p className="pad-foul__hint">{texts.pad.foul[possible.ends ? 'frameEnds' : 'valueEnds']}</p>
      <div className="pad-foul__values">
        {possible.values.map((value) => (
          <button
            key={value.points}
            type="button"
            className="pad-foul__value"
            data-key={`foul${value.points}`}
            disabled={!value.possible}
            aria-label={formatMessage(texts.pad.foul.value, { n: value.points })}
            onClick={() => foul(value.points)}
          >
            {value.points}
          </button>
        ))}
      </div>
    </div>
  );
};

/** The foul sheet for the player at the table. It closes if another device's action changes the turn. */
export const foulSheet = ({ scored, texts, tap }: Pick<PartProps, 'scored' | 'texts' | 'tap'>): SheetOf => {
  const { at } = (scored.state as SnookerState).frame;
  const side = at ?? 'A';
  return {
    title: formatMessage(texts.pad.foul.title, { name: nameIn(scored, side, texts) }),
    note: formatMessage(texts.pad.foul.note, { name: nameIn(scored, otherSide(side), texts) }),
    about: ({ state }) => {
      const { frame, played } = state as SnookerState;
      return `${played.length} ${frame.at} ${frame.points.A} ${frame.points.B}`;
    },
    draw: (now, close) => <FoulSheet scored={now} texts={texts} tap={tap} close={close} />,
  };
};
