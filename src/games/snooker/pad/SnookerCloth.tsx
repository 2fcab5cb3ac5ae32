import { otherSide, SIDES } from '../../../rules/rules.ts';
import { VALUE, type Ball } from '../balls.ts';
import { snookerOffer, type SnookerState } from '../rules.ts';
import { formatMessage } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { nameIn, nameOf } from '../../../features/pad-parts/names.ts';
import type { PartProps } from '../../../features/pad-parts/props.ts';
import type { KeysProps } from '../../../features/pad-parts/game-pad.ts';
import { NextMatch } from '../../../features/pad-parts/NextMatch.tsx';
import { useAsleep } from '../../../features/pad-parts/useAsleep.ts';
import { foulSheet } from './FoulSheet.tsx';
import { SnookerShotKeys } from './SnookerShotKeys.tsx';
import { clothOf, type Cloth, type BallKey } from './cloth.ts';

const Ball = ({ ball, counts }: { readonly ball: Ball; readonly counts: number }) => (
  <span className={`pad-ball pad-ball--${ball}`}>{counts}</span>
);

const Reds = ({ count }: { readonly count: number }) => (
  <span className="pad-wide__reds" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <span className="ball" key={index} />
    ))}
  </span>
);

/** The keys of a snooker frame. Every ball has a fixed place, and the wide key is always the ball on. */
export const SnookerCloth = (parts: KeysProps) => {
  const { scored, scoring, texts, tap, report, openSheet } = parts;
  const state = scored.state as SnookerState;
  const { frame } = state;
  const offer = snookerOffer(state);
  const cloth = clothOf(state, scored.undoable);
  const [asleep, sleep] = useAsleep();

  /** A key that ignores taps briefly after each tap, so that a double tap counts once. */
  const wakeful = (key: string, tap: () => void) => ({
    'data-key': key,
    'aria-disabled': asleep === key ? true : undefined,
    onClick: () => {
      if (asleep === key) return;
      sleep(key);
      tap();
    },
  });

  const place = ({ ball, look, counts, pot }: BallKey) => (
    <button
      key={ball}
      type="button"
      className="pad-place"
      data-look={look}
      data-ball={ball}
      disabled={pot === null}
      aria-label={formatMessage(texts.pad.cloth.key, { ball: texts.pad.ball[ball], n: counts })}
      {...wakeful(ball, () => pot && tap('pot', pot))}
    >
      {look === 'ball' ? (
        <Ball ball={ball} counts={counts} />
      ) : (
        <span className={`pad-well pad-well--${look} pad-well--${ball}`}>{look !== 'gone' && counts}</span>
      )}
    </button>
  );

  const same = cloth.sameStroke;
  return (
    <>
      {scored.shot && <SnookerShotKeys {...parts} shot={scored.shot} />}
      <div className="pad-cloth" data-free={cloth.freeBall}>
        {cloth.wide.kind === 'over' || cloth.wide.kind === 'lots' ? (
          <Verdict cloth={cloth} state={state} {...parts} />
        ) : (
          <div className="pad-cloth__balls">{cloth.places.map(place)}</div>
        )}
        <div className="pad-wide">
          <WideKey cloth={cloth} {...parts} wakeful={wakeful} />
          {cloth.wide.kind === 'lots' &&
            SIDES.map((side) => (
              <button
                key={side}
                type="button"
                className="pad-key pad-wide__choice"
                {...wakeful(`first${side}`, () => tap('respotFirst', { side }))}
              >
                <bdi translate="no" className="pad-key__name">
                  {nameOf(state, side, texts)}
                </bdi>
                <span className="pad-key__note">{texts.pad.cloth.playsFirst}</span>
              </button>
            ))}
          {cloth.wide.kind === 'over' && offer.nextFrame && (
            <button
              type="button"
              className="pad-key pad-key--go pad-wide__next"
              {...wakeful('nextFrame', () => tap('nextFrame', {}, 'end'))}
            >
              {texts.pad.cloth.nextFrame}
            </button>
          )}
          {cloth.wide.kind === 'over' && cloth.wide.match && <NextMatch {...parts} />}
          {same && (
            <button
              type="button"
              className="pad-key pad-wide__same"
              {...wakeful('same', () => report(scoring.replace(same.of, 'pot', same.pot), 'pot'))}
            >
              <span className="pad-key__name">
                {formatMessage(texts.pad.cloth.one, { ball: texts.pad.ball[same.ball].toLocaleLowerCase() })}
              </span>
              <span className="pad-key__note">{texts.pad.cloth.sameStroke}</span>
            </button>
          )}
        </div>
      </div>
      <div className="pad-keys">
        <button
          type="button"
          className="pad-key pad-key--foul"
          data-key="foul"
          disabled={offer.fouls.length === 0}
          onClick={() => openSheet(foulSheet(parts))}
        >
          {texts.pad.keys.foul}
        </button>
        <button
          type="button"
          className="pad-key pad-key--go pad-key--end"
          disabled={!offer.endVisit}
          {...wakeful('end', () => tap('endVisit', {}, 'end'))}
        >
          <span className="pad-key__name">{texts.pad.keys.endVisit}</span>
          {frame.at && (
            <span className="pad-key__note">
              {formatMessage(texts.pad.keys.plays, { name: nameIn(scored, otherSide(frame.at), texts) })}
            </span>
          )}
        </button>
      </div>
    </>
  );
};

type Wakeful = (key: string, tap: () => void) => object;

const WideKey = ({
  cloth: { wide, freeBall, respotted },
  texts,
  tap,
  wakeful,
}: PartProps & { readonly cloth: Cloth; readonly wakeful: Wakeful }) => {
  if (wide.kind === 'colour') {
    return (
      <p className="pad-wide__words">
        <span className="pad-wide__title">{texts.pad.cloth.on.colour}</span>
        <span className="pad-wide__note">{texts.pad.cloth.anyColour}</span>
      </p>
    );
  }
  if (wide.kind !== 'ball') return null;
  const { ball, counts, reds, next } = wide;
  const note = freeBall
    ? formatMessage(texts.pad.cloth.freeCounts, { n: VALUE[ball] })
    : ball === 'red'
      ? formatMessage(texts.pad.cloth.redsLeft, { n: reds })
      : next
        ? formatMessage(texts.pad.cloth.next, { ball: texts.pad.ball[next].toLocaleLowerCase() })
        : texts.pad.cloth[respotted ? 'respotted' : 'last'];
  return (
    <button
      type="button"
      className="pad-wide__key"
      data-ball={ball}
      aria-label={`${formatMessage(texts.pad.cloth.key, { ball: texts.pad.ball[ball], n: counts })}. ${note}`}
      {...wakeful('wide', () => tap('pot', { balls: [ball] }))}
    >
      <Ball ball={ball} counts={counts} />
      <span className="pad-wide__words">
        <span className="pad-wide__title">
          {freeBall ? texts.pad.cloth.freeBall : texts.pad.cloth.on[ball]}
        </span>
        <span className="pad-wide__note">{note}</span>
      </span>
      {ball === 'red' && <Reds count={reds} />}
    </button>
  );
};

/** Shown in place of the colours: the winner, or the draw of lots. */
const Verdict = ({
  cloth: { wide },
  state,
  texts,
}: Pick<PartProps, 'texts'> & { readonly cloth: Cloth; readonly state: SnookerState }) => {
  if (wide.kind === 'lots') {
    return (
      <div className="pad-verdict">
        <Ball ball="black" counts={VALUE.black} />
        <p className="pad-verdict__title">{texts.pad.cloth.lots}</p>
        <p className="pad-verdict__note">{texts.pad.cloth.lotsNote}</p>
      </div>
    );
  }
  if (wide.kind !== 'over') return null;
  const { frames, frame } = state;
  const { A, B } = wide.match ? frames : frame.points;
  const values = { name: isolated(nameOf(state, wide.winner, texts)), n: state.played.length };
  return (
    <div className="pad-verdict">
      <p className="pad-verdict__title">
        {formatMessage(texts.pad.cloth[wide.match ? 'winsMatch' : 'winsFrame'], values)}
      </p>
      <p className="pad-verdict__score" dir="ltr">
        {`${A} – ${B}`}
      </p>
      {wide.match && <p className="pad-verdict__note">{texts.overlay.over}</p>}
    </div>
  );
};
