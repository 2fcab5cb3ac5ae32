/*
 * Faults to put into the code: a simulated hall finds each of them. Each is like one that was mended. They are put into
 * the sources as they are loaded.
 */

export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const CORE = 'src/core/';
const FAKES = 'tests/unit/fakes/';

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'entries after a gap are taken',
    file: `${CORE}match/receive.ts`,
    from: 'entry.seq === seqOf(state) + fresh.length + 1',
    to: 'entry.seq > seqOf(state) + fresh.length',
  },
  {
    name: 'what is in question stays asked when others have scored it',
    file: `${CORE}match/receive.ts`,
    from: 'withoutActions(state.questions, settled(play, state))',
    to: 'state.questions',
  },
  {
    name: 'old taps are asked about though nobody else scored',
    file: `${CORE}match/rebase.ts`,
    from: 'others > action.seqAtTap && agoMillis',
    to: 'agoMillis',
  },
  {
    name: 'a move that others made is asked about',
    file: `${CORE}match/rebase.ts`,
    from: 'const by = isOfDesk(own) ? null : madeAlready(lines, own);',
    to: 'const by = null;',
  },
  {
    name: 'a pot fits whatever was potted meanwhile',
    file: `${CORE}match/rebase.ts`,
    from: 'place.turn === turn && place.strokes === strokes;',
    to: 'place.turn === turn && strokes >= 0;',
  },
  {
    name: 'a rack that two gave counts twice',
    file: `${CORE}match/rebase.ts`,
    from: 'if (isMove(own.kind) && !isAt(',
    to: 'if (own.kind === "" && !isAt(',
  },
  {
    name: 'undo takes the first action back',
    file: `${CORE}match/undo.ts`,
    from: "lines.findLast(({ fate }) => fate.status === 'counts')",
    to: "lines.find(({ fate }) => fate.status === 'counts')",
  },
  {
    name: 'an undone action still counts',
    file: `${CORE}match/fold.ts`,
    from: 'if (change && change.undoneBy !== null) {',
    to: 'if (change && change.undoneBy === "") {',
  },
  {
    name: 'a pad’s taps go when it is refused',
    file: `${CORE}match/match.ts`,
    from: 'waiting.filter((action) => isOfDesk(action) && ',
    to: 'waiting.filter((action) => ',
  },
  {
    name: 'a refused pad asks again at once',
    file: `${CORE}match/match.ts`,
    from: 'const FORBIDDEN_MILLIS = 60_000;',
    to: 'const FORBIDDEN_MILLIS = 100;',
  },
  {
    name: 'a dropped question is asked again',
    file: `${CORE}match/match.ts`,
    from: 'questions: withoutActions(state.questions, dropped) };',
    to: 'questions: dropped.size > 0 ? state.questions : [] };',
  },
  {
    name: 'nothing is sent after a daily limit',
    file: `${CORE}match/match.ts`,
    from: "[{ type: 'limited', millis }]",
    to: '[]',
  },
  {
    name: 'only one unsent tap is kept',
    file: `${CORE}match/kept.ts`,
    from: '!isSameAction(storedBefore.get(kept.action.id), kept));',
    to: '!isSameAction(storedBefore.get(kept.action.id), kept) && storedBefore.size === 0);',
  },
  {
    name: 'an earlier match’s unsent taps are dropped',
    file: `${CORE}match/table.ts`,
    from: 'match.id === state.current || !isSettled(match)',
    to: 'match.id === state.current',
  },
  {
    name: 'a request isn’t tried again',
    file: 'src/features/match/sync.ts',
    from: "dispatchTo(match, { type: 'waited', queue: effect.queue }),",
    to: 'undefined,',
  },
  {
    name: 'a tap before a reload was done now',
    file: `${CORE}match/pending-action.ts`,
    from: '    now.wallMillis - tap.wallMillis,\n',
    to: '',
  },
  {
    name: 'after a sleep the old clock counts',
    file: `${CORE}clock/offset.ts`,
    from: 'contradicts || fresh',
    to: 'fresh',
  },
  {
    name: 'an older board takes a newer one’s place',
    file: `${CORE}overlay/board.ts`,
    from: 'arrived.rev <= current.rev ? current',
    to: 'arrived.rev === current.rev ? current',
  },
  {
    name: 'a lost channel isn’t noticed',
    file: `${CORE}follow/follow.ts`,
    from: 'if (event.channel === state.channel?.id) lose();',
    to: 'if (event.channel < 0) lose();',
  },
  {
    name: 'a page that wakes doesn’t ask',
    file: `${CORE}follow/follow.ts`,
    from: 'change({ isVisible: true, still: 0, isRefused: false, strange: 0 });\n      askLater();',
    to: 'change({ isVisible: true });',
  },
  {
    name: 'an overlay that was cut waits for a minute',
    file: `${CORE}overlay/follow-overlay.ts`,
    from: '  lostMillis: 1000,\n',
    to: '  lostMillis: 60_000,\n',
  },
  {
    name: 'a phone whose connection broke waits for a poll',
    file: `${CORE}room/follow-room.ts`,
    from: '  lostMillis: LOST_MILLIS,\n',
    to: '',
  },
  {
    name: 'a phone shows an older list',
    file: `${CORE}room/follow-room.ts`,
    from: 'before && before.seq > list.seq &&',
    to: 'before && before.seq < list.seq - 1e9 &&',
  },
  {
    name: 'a television doesn’t hear of the list',
    file: `${CORE}television/follow-television.ts`,
    from: 'topic: `${topic}${TOPICS}${room}`,',
    to: 'topic: room === "" ? room : topic,',
  },
  {
    name: 'a television drops news within a beat',
    file: 'src/features/television/television-tables.ts',
    from: 'if (isNews) tell();',
    to: '',
  },
  {
    name: 'an unanswered change goes with its page',
    file: 'src/features/room/room.ts',
    from: 'storeChanges([...unanswered(), change]);',
    to: '',
  },
  {
    name: 'an undone action counts in results',
    file: `${CORE}results/fold-result.ts`,
    from: "if (fate.status !== 'counts') continue;",
    to: "if (fate.status === 'refused') continue;",
  },
  {
    name: 'a result isn’t folded again',
    file: 'tests/common/hall/folding.ts',
    from: '(kept.get(match)?.seq ?? 0) !== venue.log(match).length',
    to: '!kept.has(match)',
  },
  {
    name: 'a result’s name is cut',
    file: `${CORE}results/fold-result.ts`,
    from: 'names: [p1, p2],',
    to: 'names: [p1.slice(0, 12), p2],',
  },
  {
    name: 'a board’s name is cut',
    file: `${CORE}match/sent-board.ts`,
    from: 'return { ...board, rules',
    to: 'return { ...board, p1: board.p1.slice(0, 12), rules',
  },
  {
    name: 'the server stores a repeated action again',
    file: 'src/backend/memory.ts',
    from: 'const fresh = actions.filter((action) => !match.entries.some((entry) => entry.id === action.id));',
    to: 'const fresh = actions;',
  },
  {
    name: 'the server stores what was tapped without the latest entries',
    file: 'src/backend/memory.ts',
    from: 'if (isLeft || (afterSeq !== null && afterSeq !== match.entries.length))',
    to: 'if (isLeft)',
  },
  {
    name: 'a revoked link still scores',
    file: `${FAKES}venue.ts`,
    from: 'secret === who.link && !revoked',
    to: 'secret === who.link',
  },
  {
    name: 'a removed device still scores',
    file: `${FAKES}venue.ts`,
    from: 'secret === who.device && !removed',
    to: 'secret === who.device',
  },
  {
    name: 'a change of the list doesn’t need the last one',
    file: `${FAKES}waiting.ts`,
    from: 'known.lastOp !== before',
    to: 'known.lastOp === ""',
  },
  {
    name: 'two parties are called to one table',
    file: `${FAKES}waiting.ts`,
    from: "state === 'playing' || op.kind === 'call'",
    to: "state === 'playing'",
  },
];
