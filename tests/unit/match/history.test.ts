import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, foldMore } from '../../../src/core/match/fold.ts';
import {
  alternatives,
  describe as describeLine,
  historyOf,
  refusalPhrase,
  type HistoryEntry,
} from '../../../src/core/match/history.ts';
import type { KnownAction } from '../../../src/rules/log.ts';
import type { Phrase } from '../../../src/i18n/phrases.ts';
import { GAME_NAMES, type GameName } from '../../../src/games/boards.ts';
import { LOCALE_NAMES } from '../../../src/i18n/locales.ts';
import { inWords } from '../../../src/i18n/phrases.ts';
import { FORMATS, NAMES, played, POOL, SNOOKER, type Played } from './matches.ts';
import { leavesIn, textsIn } from '../i18n/texts.ts';

const ENGLISH = textsIn('en');

/** English, without the marks that isolate names. */
const english = (phrase: Phrase): string => inWords(ENGLISH, phrase).replaceAll(/[\u2068\u2069]/g, '');

const entriesOf = ({ rules, start, actions, lines }: Played): readonly HistoryEntry[] =>
  historyOf(rules, start, actions, lines).flatMap((group) => group.entries);

const said = (match: Played): string[] => entriesOf(match).map(({ phrase }) => english(phrase));

const pot = (...balls: string[]) => ['pot', { balls }] as const;

describe('snooker in words', () => {
  const match = played('snooker', [
    pot('red'),
    pot('black'),
    pot('red', 'red'),
    pot('blue'),
    ['endVisit'],
    ['foul', { points: 4, freeBall: true, redsGone: 1, miss: true }],
    ['pot', { balls: ['green'], freeBall: 'green' }],
    ['foul', { points: 5 }],
    ['playAgain'],
    ['set', { changes: { pointsA: { from: 20, to: 21 }, at: { from: 'A', to: 'B' } } }],
    ['concede', { side: 'B' }],
    ['nextFrame'],
    ['endVisit'],
  ]);

  test('each line says who, what and the break', () => {
    expect(said(match)).toEqual([
      'Salma: red, break 1',
      'Salma: black, break 8',
      'Salma: 2 reds, break 10',
      'Salma: blue, break 15',
      'Salma: end of visit, break 15',
      'Foul by Mehdi: 4, 1 red gone, free ball, miss called',
      'Salma: green as free ball, break 1',
      'Foul by Salma: 5, break 1',
      'Salma plays again',
      'Correction: Salma’s points 20 → 21, at the table: Salma → Mehdi',
      'Mehdi concedes the frame',
      'Frame 2 begins',
      'Mehdi: end of visit',
    ]);
  });

  test('a foul says at once who plays again', () => {
    const again = { points: 4, miss: true, redsGone: 1, again: true, replaced: 1 };
    expect(said(played('snooker', [['foul', again]]))).toEqual([
      'Foul by Salma: 4, 1 red gone, miss called, Salma plays again, balls replaced, 1 red back',
    ]);
  });

  test('it is grouped by frame, with each line’s points and outcome', () => {
    const groups = historyOf(match.rules, match.start, match.actions, match.lines);
    expect(groups.map(({ heading, score }) => [heading && english(heading), score])).toEqual([
      ['Frame 1', [21, 5]],
      ['Frame 2', [0, 0]],
    ]);
    const [concession] = groups[0]?.entries.slice(-1) ?? [];
    expect(concession?.outcome.map(english)).toEqual(['Frame 1 to Salma, 21–5']);
    expect(groups[0]?.entries.map(({ score }) => score?.[0])).toEqual([
      1, 8, 10, 15, 15, 19, 20, 20, 20, 21, 21,
    ]);
  });

  test('a button names a ball with its value, a foul with what came of it', () => {
    expect(entriesOf(match).map(({ short }) => english(short))).toEqual([
      'Red 1',
      'Black 7',
      '2 reds',
      'Blue 5',
      'End of visit',
      'Foul 4, 1 red gone, free ball, miss called',
      'Green as free ball',
      'Foul 5',
      'Salma plays again',
      'Correction: Salma’s points, at the table',
      'Mehdi concedes the frame',
      'Next frame',
      'End of visit',
    ]);
  });
});

describe('8-ball in words', () => {
  const match = played('eight-ball', [
    ['rack', { side: 'A', how: 'breakAndRun' }],
    ['foul', { side: 'A' }],
    ['eightOnBreak'],
    ['extend', { side: 'B' }],
    ['clock.start'],
    ['shot.start', { n: 30, warn: 10 }],
    ['rack', { side: 'B', how: 'earlyEight' }],
    ['rack', { side: 'B' }],
    ['set', { changes: { s1: { from: 1, to: 2 }, raceTo: { from: 3, to: null } } }],
    ['time'],
  ]);

  test('each line says who and how; a correction is seen to be one', () => {
    expect(said(match)).toEqual([
      'Rack 1 to Salma, break and run',
      'Foul by Salma',
      'Mehdi: 8 on the break',
      'Mehdi: extension',
      'Clock started',
      'Rack 2 to Mehdi, early 8',
      'Rack 3 to Mehdi',
      'Correction: Salma’s racks 1 → 2, race to: 3 → timed',
      'Time is up',
    ]);
    expect(entriesOf(match).at(-1)?.outcome.map(english)).toEqual(['Match drawn, 2–2']);
  });

  test('a rack ends with the line that gives it', () => {
    const groups = historyOf(match.rules, match.start, match.actions, match.lines);
    expect(groups.map(({ heading, entries: lines }) => [heading && english(heading), lines.length])).toEqual([
      ['Rack 1', 1],
      ['Rack 2', 5],
      ['Rack 3', 1],
      ['Rack 4', 1],
      ['Rack 5', 1],
    ]);
  });

  test('the match goes to who won it, and the button names the rack', () => {
    const won = played('eight-ball', [
      ['rack', { side: 'B' }],
      ['rack', { side: 'B', how: 'runOut' }],
      ['rack', { side: 'B' }],
    ]);
    expect(entriesOf(won).flatMap(({ outcome }) => outcome.map(english))).toEqual(['Match to Mehdi, 0–3']);
    const [last] = won.lines.slice(-1);
    if (!last) throw new Error('No line');
    expect(english(describeLine(won.rules, won.state, last))).toBe('Rack 3 to Mehdi');
    const { state, lines } = fold(won.rules, won.start, [...won.actions, undo('9', '3')]);
    const [undone] = lines.slice(-1);
    if (!undone) throw new Error('No line');
    expect(english(describeLine(won.rules, state, undone))).toBe('Rack 3 to Mehdi');
  });
});

const undo = (id: string, t: string, own = true): KnownAction => ({
  id,
  kind: 'undo',
  body: { t },
  atMillis: 0,
  own,
  seq: null,
  by: null,
});

describe('what became of a line', () => {
  test('Quick Update shows its changes; names are shown as typed', () => {
    const match = played('plain', [
      ['set', { changes: { s1: { from: 3, to: 4 }, p2: { from: 'Mehdi', to: '' } } }],
      ['set', { changes: { p1: { from: 'Salma', to: '{{score}} $& <b>' } } }],
      ['set', { changes: { event: { from: '', to: 'Open · Final' } } }],
      ['set', { changes: { event: { from: 'Open · Final', to: '' } } }],
    ]);
    expect(said(match)).toEqual([
      'Score A: 3 → 4, player B’s name: Mehdi → no name',
      'Player A’s name: Salma → {{score}} $& <b>',
      'Event: nothing → Open · Final',
      'Event: Open · Final → nothing',
    ]);
    expect(historyOf(match.rules, match.start, match.actions, match.lines)[0]?.heading).toBeNull();
  });

  test('who undid it, its earlier value, why it doesn’t count', () => {
    const match = played('eight-ball', [
      ['rack', { side: 'A' }],
      ['rack', { side: 'A' }],
      ['extend', { side: 'A' }],
      ['extend', { side: 'A' }],
      ['undo', { t: '2' }, false],
      ['replace', { t: '1', kind: 'rack', body: { side: 'B', how: 'runOut' } }],
      ['pot', { balls: ['red'] }],
    ]);
    expect(
      entriesOf(match).map(({ phrase, notes, score }) => [english(phrase), notes.map(english), score]),
    ).toEqual([
      ['Rack 1 to Mehdi, run-out', ['Changed on this device. Before: Rack 1 to Salma'], [0, 1]],
      ['Rack 2 to Salma', ['Undone on another device'], null],
      ['Salma: extension', [], [0, 1]],
      ['Salma: extension', ['Not counted. No extensions left.'], null],
      ['An action this page doesn’t know', ['Not counted. This game has no such action.'], null],
    ]);
  });

  test('a player without a name is a side', () => {
    const match = played('eight-ball', [['foul', { side: 'B' }]], { ...POOL, p2: '  ' });
    expect(said(match)).toEqual(['Foul by Player B']);
  });
});

describe('what a line could have been instead', () => {
  const instead = (match: Played, index: number): string[] => {
    const line = entriesOf(match)[index];
    if (!line) throw new Error('No line');
    return alternatives(match.rules, line).map(({ phrase }) => english(phrase));
  };

  test('another ball, another number of reds', () => {
    const match = played('snooker', [pot('red'), pot('black')]);
    expect(instead(match, 0)).toEqual(['2 reds', '3 reds', '4 reds']);
    expect(instead(match, 1)).toEqual(['Yellow 2', 'Green 3', 'Brown 4', 'Blue 5', 'Pink 6']);
  });

  test('another foul with what else was said of it, or none', () => {
    const match = played('snooker', [['foul', { points: 4, miss: true }], ['endVisit']]);
    expect(instead(match, 0)).toEqual([
      'Foul 5, miss called',
      'Foul 6, miss called',
      'Foul 7, miss called',
      'Foul 4, free ball, miss called',
      'Foul 4',
      'End of visit',
    ]);
    expect(instead(match, 1)).toEqual(['Foul 4', 'Foul 5', 'Foul 6', 'Foul 7']);
  });

  test('another end of a rack, or the other side; a clock action can’t be corrected', () => {
    const match = played('eight-ball', [['rack', { side: 'B' }], ['clock.stop']], POOL);
    expect(instead(match, 0)).toEqual([
      'Rack 1 to Salma',
      'Run-out',
      'Early 8',
      'Scratch on the 8',
      '8 in the wrong pocket',
      'Three fouls',
      'Conceded',
      'Forfeit',
    ]);
    expect(instead(match, 1)).toEqual([]);
  });
});

describe('refusals', () => {
  test('the message names the conflicting field and line', () => {
    const { rules } = played('snooker', []);
    const [line] = entriesOf(played('snooker', [pot('red')]));
    expect(
      english(refusalPhrase(rules, NAMES, { refused: 'changedElsewhere', values: { field: 's1' } })),
    ).toBe('Salma’s frames: changed on another device in the meantime.');
    expect(
      english(
        refusalPhrase(
          rules,
          NAMES,
          { refused: 'stopsCounting', values: { action: '1' } },
          () => line?.short ?? null,
        ),
      ),
    ).toBe('“red 1” would no longer be possible. Undo that first.');
    expect(english(refusalPhrase(rules, NAMES, { refused: 'ofANewerServer', values: { why: 'x' } }))).toBe(
      'This isn’t possible now.',
    );
  });
});

/** Random play with mistakes: offered moves, others, corrections, and changes of earlier lines. */
const randomMatch = (game: GameName, picks: readonly number[]): Played => {
  const format = game === 'snooker' ? { ...SNOOKER, reds: 6, bestOf: 5 } : FORMATS[game];
  const actions: (readonly [string, KnownAction['body'], boolean])[] = [];
  for (const pick of picks) {
    const match = played(game, actions, format);
    const offered = match.rules.moves(match.state);
    const { kind, ...body } = offered[pick % Math.max(1, offered.length)] ?? { kind: 'none' };
    const target = { t: String(1 + (pick % Math.max(1, actions.length))) };
    const own = pick % 2 === 0;
    if (pick % 11 === 0) actions.push(['undo', target, own]);
    else if (pick % 13 === 0) actions.push(['redo', target, own]);
    else if (pick % 17 === 0) actions.push(['replace', { ...target, kind, body }, own]);
    else if (pick % 7 === 0) {
      const { s1, p1 } = match.rules.board(match.state);
      const to = pick % 2 === 0 ? '' : 'Nadia';
      actions.push(['set', { changes: { s1: { from: s1, to: pick % 3 }, p1: { from: p1, to } } }, own]);
    } else if (pick % 19 === 0) actions.push(['clock.set', { n: pick }, own]);
    else actions.push([kind, body, own]);
  }
  return played(game, actions, format);
};

test('an unchanged line is built once, and a change of the match builds it again', () => {
  fc.assert(
    fc.property(fc.constantFrom(...GAME_NAMES), fc.array(fc.nat(), { maxLength: 30 }), (game, picks) => {
      const { rules, start, actions } = randomMatch(game, picks);
      let folded = fold(rules, start, [] as KnownAction[]);
      for (const [index, action] of actions.entries()) {
        const [before, now] = [actions.slice(0, index), actions.slice(0, index + 1)];
        const earlier = historyOf(rules, start, before, folded.lines).flatMap((group) => group.entries);
        const next = foldMore(rules, start, folded, before, action);
        const groups = historyOf(rules, start, now, next.lines);
        expect(groups).toEqual(historyOf(rules, start, now, fold(rules, start, now).lines));
        if (next.lines.length > folded.lines.length) {
          const kept = groups.flatMap((group) => group.entries).filter(({ line }) => line);
          expect(earlier.filter(({ line }) => line).every((line, at) => line === kept[at])).toBe(true);
        }
        folded = next;
      }
    }),
    { numRuns: 30 },
  );
});

test('every line of every match has its words in every language, with every place filled', () => {
  const languages = LOCALE_NAMES.map((locale) => textsIn(locale));
  const known = leavesIn('en');
  const keysOf = ({ key, values = {}, also = [] }: Phrase): string[] => [
    key,
    ...Object.values(values).flatMap((value) =>
      typeof value === 'object' && 'key' in value ? keysOf(value) : [],
    ),
    ...also.flatMap(keysOf),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...GAME_NAMES), fc.array(fc.nat(), { maxLength: 60 }), (game, picks) => {
      const match = randomMatch(game, picks);
      const groups = historyOf(match.rules, match.start, match.actions, match.lines);
      const phrases = groups.flatMap(({ heading, entries: lines }) => [
        ...(heading ? [heading] : []),
        ...lines.flatMap((line) => [
          line.phrase,
          line.short,
          ...line.outcome,
          ...line.notes,
          ...alternatives(match.rules, line).map(({ phrase }) => phrase),
        ]),
        ...match.lines.map((line) => describeLine(match.rules, match.state, line)),
      ]);
      expect(
        phrases
          .flatMap(keysOf)
          .filter((key) => !known.has(`match.${key}`) && !known.has(`match.${key}.other`)),
      ).toEqual([]);
      for (const texts of languages) {
        for (const phrase of phrases) expect(inWords(texts, phrase)).not.toMatch(/\{\{|undefined|^$/);
      }
      expect(groups.flatMap((group) => group.entries).filter(({ line }) => line)).toHaveLength(
        match.lines.length,
      );
    }),
  );
});
