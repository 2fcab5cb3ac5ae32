import { describe, expect, test } from 'vitest';
import { Gate } from '../../supabase/embedded/realtime/gate.ts';
import { Allowance, weightOf } from '../../supabase/embedded/realtime/limits.ts';

/** A gate whose questions are answered by hand, with themselves. */
function openGate() {
  const asked: { question: string; answer: () => void; fail: (error: Error) => void }[] = [];
  const waiting: (() => void)[] = [];
  const gate = new Gate(
    (question: string) =>
      new Promise<string>((resolve, reject) => {
        asked.push({ question, answer: () => resolve(question), fail: reject });
        waiting.shift()?.();
      }),
    (question) => question,
  );
  let taken = 0;
  return {
    asked,
    ask: (question: string, address = 'here', signal = new AbortController().signal) =>
      gate.ask(question, { address, signal }),
    /** The next question, when the gate lets it through. */
    next: async () => {
      while (asked.length <= taken) await new Promise<void>((resolve) => void waiting.push(resolve));
      const next = asked[taken++];
      if (!next) throw new Error('No question');
      return next;
    },
  };
}

describe('a gate', () => {
  test('lets one question through at a time, and addresses take turns', async () => {
    const { ask, asked, next } = openGate();
    const answers = ['a1', 'a2', 'a3'].map((question) => ask(question, 'flood'));
    answers.push(ask('b1', 'viewer'));
    const order: string[] = [];
    for (let turn = 1; turn <= 4; turn++) {
      const { question, answer } = await next();
      expect(asked).toHaveLength(turn);
      order.push(question);
      answer();
    }
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
    expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  test('answers all who wait with one question at once, and who comes later anew', async () => {
    const { ask, asked, next } = openGate();
    const first = ask('same');
    const running = await next();
    const later = [ask('same'), ask('other', 'flood'), ask('same', 'flood'), ask('same', 'viewer')];
    running.answer();
    await first;
    (await next()).answer();
    (await next()).answer();
    await Promise.all(later);
    expect(asked.map(({ question }) => question)).toEqual(['same', 'same', 'other']);
  });

  test('forgets who has gone, but not who asks the same', async () => {
    const { ask, asked, next } = openGate();
    const socket = new AbortController();
    const gone = new Error('gone');
    const first = ask('first', 'here', socket.signal);
    const waits = [ask('second', 'here', socket.signal), ask('second', 'there', socket.signal)];
    const stays = ask('second', 'there');
    const refusals = [first, ...waits].map((wait) => expect(wait).rejects.toBe(gone));
    socket.abort(gone);
    await Promise.all(refusals);
    (await next()).answer();
    (await next()).answer();
    expect(await stays).toBe('second');
    await expect(ask('third', 'here', socket.signal)).rejects.toBe(gone);
    const last = ask('last');
    (await next()).answer();
    await last;
    expect(asked.map(({ question }) => question)).toEqual(['first', 'second', 'last']);
  });

  test('goes on after a question that fails', async () => {
    const { ask, next } = openGate();
    const [failing, fine] = [ask('failing'), ask('fine')];
    (await next()).fail(new Error('no database'));
    await expect(failing).rejects.toThrow('no database');
    (await next()).answer();
    expect(await fine).toBe('fine');
  });

  test('lets the event loop turn between questions that are answered within one turn of it', async () => {
    let turns = 0;
    const turnsAtQuestion: number[] = [];
    const turn = () => {
      turns++;
      if (turnsAtQuestion.length < 10) setImmediate(turn);
    };
    setImmediate(turn);
    const gate = new Gate(
      async (question: number) => turnsAtQuestion.push(question && turns),
      (question) => String(question),
    );
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 10 }, (_, n) => gate.ask(n + 1, { address: 'here', signal })));
    expect(new Set(turnsAtQuestion).size).toBe(10);
  });
});

describe('an allowance', () => {
  test('gives its burst at once, then as much as time brings', () => {
    const allowance = new Allowance({ burst: 2, perSecond: 4 }, 0);
    expect([allowance.take(0), allowance.take(0), allowance.take(0)]).toEqual([true, true, false]);
    expect(allowance.secondsUntilOne(0)).toBe(0.25);
    expect([allowance.take(250), allowance.take(250)]).toEqual([true, false]);
    expect(allowance.isFull(700)).toBe(false);
    expect(allowance.isFull(750)).toBe(true);
    expect([1, 2, 3].map(() => allowance.take(1e9))).toEqual([true, true, false]);
  });

  test('lends for what is larger, and is paid back first', () => {
    const allowance = new Allowance({ burst: 2, perSecond: 1 }, 0);
    expect(allowance.take(0, 10)).toBe(true);
    expect(allowance.secondsUntilOne(0)).toBe(9);
    expect([allowance.take(8900), allowance.take(9000)]).toEqual([false, true]);
  });

  test.each([
    [0, 1],
    [8191, 1],
    [8192, 2],
    [256 * 1024, 33],
  ])('%i bytes weigh %i', (bytes, weight) => {
    expect(weightOf(bytes)).toBe(weight);
  });
});
