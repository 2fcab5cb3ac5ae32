import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  isExpired,
  isWarning,
  SHOT_DEFAULTS,
  shotLeftSeconds,
  type ShotClock,
} from '../../../src/rules/shot.ts';
import {
  eightBall,
  type RackEnding,
  type EightBallMove,
  type EightBallState,
} from '../../../src/games/eight-ball/rules.ts';
import { endings } from '../../../src/games/eight-ball/endings.ts';
import { racksAgainstBreak } from '../../../src/games/pool/racks.ts';
import { endedBy } from '../../../src/games/pool/statistics.ts';
import { isRefusal, type Side } from '../../../src/rules/rules.ts';
import type { Ball, Colour } from '../../../src/games/snooker/balls.ts';
import { COLOURS } from '../../../src/games/snooker/balls.ts';
import { decided, pointsLeft, snookersRequired } from '../../../src/games/snooker/frame.ts';
import {
  matchTally,
  snooker,
  type SnookerMove,
  type SnookerState,
} from '../../../src/games/snooker/rules.ts';

/** Worked cases with their sources; `meta` in the file explains the notation. */
interface Case {
  readonly id: string;
  readonly name: string;
  readonly game?: string;
  readonly reds: number;
  readonly firstBreak: Side;
  readonly raceTo: number;
  readonly breakRule: 'alternate' | 'winner' | 'loser';
  /** The shot clock's figures, in seconds. */
  readonly clock?: Readonly<Record<'shot' | 'extension' | 'extensionsPerRack' | 'warn', number>>;
  readonly strokes?: readonly Stroke[];
  readonly events?: readonly Event[];
  readonly expect: Expected & { readonly after?: readonly (Expected & { readonly i: number })[] };
}
type Expected = Readonly<Record<string, unknown>>;

interface Stroke {
  readonly pot?: readonly Ball[];
  readonly miss?: true;
  readonly foul?: number;
  readonly redsGone?: number;
  /** The nominated ball of a pot; after a foul, whether the next player is snookered. */
  readonly freeBall?: Colour | boolean;
  readonly playAgain?: true;
  readonly replaced?: readonly Ball[];
  readonly respotFirst?: Side;
  readonly claim?: Side;
  readonly concede?: Side;
  readonly rerack?: true;
  readonly refuse?: Stroke;
}

interface Event {
  readonly rack?: Side;
  readonly how?: string;
  readonly correct?: Readonly<Record<Side, number>>;
  readonly refuse?: Event;
  /** Who the shot clock is started for. */
  readonly for?: Side;
  readonly clock?: 'start';
  readonly wait?: number;
}

const { cases } = JSON.parse(readFileSync(`${import.meta.dirname}/cases.json`, 'utf8')) as { cases: Case[] };

/** The expected state after some of the entries, and after the last of `count`. */
const checks = (
  count: number,
  { after = [], ...end }: Case['expect'],
): (Expected & { readonly i: number })[] => [...after, { ...end, i: count - 1 }];

const snookerMove = (stroke: Stroke): SnookerMove => {
  const { pot, foul, redsGone, freeBall, playAgain, replaced, respotFirst, claim, concede, rerack } = stroke;
  if (pot) return { kind: 'pot', balls: pot, ...(typeof freeBall === 'string' ? { freeBall } : {}) };
  if (foul !== undefined) {
    return {
      kind: 'foul',
      points: foul,
      ...(redsGone === undefined ? {} : { redsGone }),
      ...(freeBall === true ? { freeBall } : {}),
    };
  }
  if (playAgain) {
    return {
      kind: 'playAgain',
      ...(replaced ? { replaced: replaced.filter((ball) => ball === 'red').length } : {}),
    };
  }
  if (respotFirst) return { kind: 'respotFirst', side: respotFirst };
  if (claim) return { kind: 'claim' };
  if (concede) return { kind: 'concede', side: concede };
  return rerack ? { kind: 'rerack' } : { kind: 'endVisit' };
};

const snookerFacts = (state: SnookerState): Expected => {
  const { frame } = state;
  const over = frame.winner !== null;
  const required = snookersRequired(frame);
  const on = { red: ['red'], colour: [...COLOURS] }[frame.on as string] ?? [frame.on];
  return {
    scores: frame.points,
    break: frame.break,
    at: frame.at,
    on: over ? [] : on,
    redsLeft: frame.reds,
    remaining: pointsLeft(frame, frame.at ?? 'A'),
    required: required?.toTie ?? null,
    requiredToWin: required?.toWin,
    requiredByBallOn: required?.byBallOn,
    freeBall: frame.freeBall,
    decided: decided(frame),
    frameOver: over,
    winner: frame.winner,
    respot: frame.respotted,
    highBreak: { A: matchTally(state, 'A').highBreak, B: matchTally(state, 'B').highBreak },
  };
};

describe.each(cases.filter(({ strokes }) => strokes))(
  '$id $name',
  ({ strokes = [], expect: end, ...rules }) => {
    const start = snooker.start({
      p1: 'A',
      p2: 'B',
      bestOf: 1,
      reds: rules.reds,
      first: rules.firstBreak,
      handicap: { A: 0, B: 0 },
    });
    const states: SnookerState[] = [];

    test('each stroke is taken, and what must be refused is', () => {
      let state = start;
      for (const [index, stroke] of strokes.entries()) {
        const next = snooker.apply(state, snookerMove(stroke.refuse ?? stroke));
        expect(isRefusal(next), `stroke ${index}: ${JSON.stringify(stroke)}`).toBe(
          stroke.refuse !== undefined,
        );
        if (!isRefusal(next)) state = next;
        states.push(state);
      }
    });

    test.each(checks(strokes.length, end))('after stroke $i', ({ i, ...facts }) => {
      const state = states[i];
      if (!state) throw new Error(`No stroke ${i}`);
      expect(snookerFacts(state)).toMatchObject(facts);
    });
  },
);

const ENDINGS = {
  early8: 'earlyEight',
  scratchOn8: 'scratchOnEight',
  threeFouls: 'threeFouls',
  forfeit: 'forfeit',
  breakAndRun: 'breakAndRun',
  runOut: 'runOut',
} as const;
type Ending = keyof typeof ENDINGS;

/** A rack that the same player loses and gets can't be said in our moves: it is refused by having no move. */
const poolMove = ({ rack, how, correct, ...event }: Event, state: EightBallState): EightBallMove | null => {
  if (correct) {
    return {
      kind: 'set',
      changes: {
        s1: { from: state.racks.A, to: correct.A },
        s2: { from: state.racks.B, to: correct.B },
      },
    };
  }
  if (rack === undefined || ('by' in event && event.by === rack)) return null;
  return { kind: 'rack', side: rack, ...(how === undefined ? {} : { how: ENDINGS[how as Ending] }) };
};

const poolFacts = (state: EightBallState): Expected => {
  const stats = (side: Side): Expected => {
    const of = (ending: RackEnding): number => endedBy(state, ending, side, endings.losses);
    return {
      breakAndRun: of('breakAndRun'),
      runOut: of('runOut'),
      lossEarly8: of('earlyEight'),
      lossScratchOn8: of('scratchOnEight'),
      lossThreeFouls: of('threeFouls'),
    };
  };
  const { detail } = eightBall.board(state);
  return {
    racks: state.racks,
    matchOver: state.over,
    winner: detail.winner,
    nextBreak: state.breaker,
    breakers: state.played.map(({ breaker }) => breaker),
    hillHill: detail.hillHill,
    stats: { A: stats('A'), B: stats('B') },
    racksAgainstBreak: { A: racksAgainstBreak(state, 'A'), B: racksAgainstBreak(state, 'B') },
  };
};

const poolStart = ({ raceTo, breakRule, firstBreak, clock }: Omit<Case, 'expect'>): EightBallState =>
  eightBall.start({
    p1: 'A',
    p2: 'B',
    raceTo,
    breaks: breakRule,
    first: firstBreak,
    balls: 'solidsAndStripes',
    extensions: clock?.extensionsPerRack ?? 1,
  });

describe.each(cases.filter(({ events, clock }) => events && !clock))(
  '$id $name',
  ({ events = [], expect: end, ...rules }) => {
    const states: EightBallState[] = [];

    test('each event is taken, and what must be refused is', () => {
      let state = poolStart(rules);
      for (const [index, event] of events.entries()) {
        const move = poolMove(event.refuse ?? event, state);
        const next = move && eightBall.apply(state, move);
        const refused = next === null || isRefusal(next);
        expect(refused, `event ${index}: ${JSON.stringify(event)}`).toBe(event.refuse !== undefined);
        if (next !== null && !isRefusal(next)) state = next;
        states.push(state);
      }
    });

    test.each(checks(events.length, end))('after event $i', ({ i, ...facts }) => {
      const state = states[i];
      if (!state) throw new Error(`No event ${i}`);
      expect(poolFacts(state)).toMatchObject(facts);
    });
  },
);

describe.each(cases.filter(({ clock }) => clock))('$id $name', ({ events = [], expect: end, ...rules }) => {
  const facts: Expected[] = [];

  test('its figures are the ones that are offered', () => {
    const { seconds: shot, extensionSeconds: extension, extensions, warnSeconds: warn } = SHOT_DEFAULTS.wpa;
    expect({ shot, extension, extensionsPerRack: extensions, warn }).toEqual(rules.clock);
  });

  test('the clock runs from its start, and the foul that it calls at the end is one that the rules accept', () => {
    let [state, nowMillis] = [poolStart(rules), 0];
    let shot: (ShotClock & { readonly for: Side }) | null = null;
    for (const event of events) {
      nowMillis += 1000 * (event.wait ?? 0);
      if (event.clock && event.for && rules.clock) {
        const { shot: seconds, warn: warnSeconds } = rules.clock;
        const endsAtMillis = nowMillis + 1000 * seconds;
        shot = { for: event.for, seconds, warnSeconds, endsAtMillis, leftSeconds: null };
      }
      if (!shot) throw new Error('No shot clock was started');
      const expired = isExpired(shot, nowMillis);
      if (expired) {
        const next = eightBall.apply(state, { kind: 'foul', side: shot.for });
        if (isRefusal(next)) throw new Error(`Refused: ${next.refused}`);
        state = next;
      }
      facts.push({
        racks: state.racks,
        fouls: state.fouls,
        matchOver: state.over,
        clock: {
          for: shot.for,
          left: shotLeftSeconds(shot, nowMillis),
          warning: isWarning(shot, nowMillis),
          running: !expired,
          expired,
        },
      });
    }
  });

  // In pool, neither the player at the table nor the balls are tracked.
  const NOT_FOLLOWED = ['at', 'ballInHand'];
  test.each(checks(events.length, end))('after event $i', ({ i, ...expected }) => {
    const followed = Object.entries(expected).filter(([fact]) => !NOT_FOLLOWED.includes(fact));
    expect(facts[i]).toMatchObject(Object.fromEntries(followed));
  });
});
