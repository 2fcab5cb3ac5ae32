import { expect, test } from 'vitest';
import { createFairQueue } from '../../../supabase/embedded/http/fair-queue.ts';

/** Tasks that record when they start, and end on demand. */
const notebook = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => {
      ends.set(name, () => {
        resolve(name);
      });
    });
  };
  return { begun, task, end: (name: string) => ends.get(name)?.() };
};

test('keys take turns, whatever one of them piles up', async () => {
  const queue = createFairQueue({ atOnce: 1, waiting: 10 });
  const { begun, task, end } = notebook();
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => queue.run(name.charAt(0), task(name)));
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
    await expect.poll(() => begun.at(-1)).toBe(name);
    end(name);
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
  await expect.poll(queue.size).toBe(0);
});

test('no more run at once than agreed', async () => {
  const queue = createFairQueue({ atOnce: 2, waiting: 10 });
  const { begun, task, end } = notebook();
  const all = ['a', 'b', 'c'].map((name) => queue.run(name, task(name)));
  await expect.poll(() => begun).toEqual(['a', 'b']);
  end('a');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  end('b');
  end('c');
  await Promise.all(all);
});

test('a key runs no more at once than agreed for each, and leaves the rest to others', async () => {
  const queue = createFairQueue({ atOnce: 2, ofOne: 1, waiting: 10 });
  const { begun, task, end } = notebook();
  const all = ['a1', 'a2', 'b1', 'b2'].map((name) => queue.run(name.charAt(0), task(name)));
  await expect.poll(() => begun).toEqual(['a1', 'b1']);
  end('b1');
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'b2']);
  end('a1');
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'b2', 'a2']);
  end('a2');
  end('b2');
  await Promise.all(all);
  await expect.poll(queue.size).toBe(0);
});

test('a key with too many waiting is refused, and no other', async () => {
  const queue = createFairQueue({ atOnce: 1, waiting: 1 });
  const { begun, task, end } = notebook();
  const first = queue.run('a', task('a1'));
  const second = queue.run('a', task('a2'));
  await expect(queue.run('a', task('a3'))).rejects.toMatchObject({
    status: 429,
    headers: { 'retry-after': '1' },
  });
  const other = queue.run('b', task('b1'));
  for (const name of ['a1', 'a2', 'b1']) {
    await expect.poll(() => begun.at(-1)).toBe(name);
    end(name);
  }
  expect(await Promise.all([first, second, other])).toEqual(['a1', 'a2', 'b1']);
});

test('abandoned work never runs', async () => {
  const queue = createFairQueue({ atOnce: 1, waiting: 10 });
  const { begun, task, end } = notebook();
  const first = queue.run('a', task('a1'));
  const gone = new AbortController();
  const second = queue.run('a', task('a2'), gone.signal);
  const third = queue.run('a', task('a3'));
  gone.abort(new Error('hung up'));
  await expect(second).rejects.toThrow('hung up');
  await expect(queue.run('a', task('a4'), gone.signal)).rejects.toThrow('hung up');
  end('a1');
  await expect.poll(() => begun).toEqual(['a1', 'a3']);
  end('a3');
  expect(await Promise.all([first, third])).toEqual(['a1', 'a3']);
  await expect.poll(queue.size).toBe(0);
});

test('a task that fails makes room like any other', async () => {
  const queue = createFairQueue({ atOnce: 1, waiting: 10 });
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run('a', () => Promise.resolve('yes'))).toBe('yes');
});

test('the event loop turns between tasks that end within one turn of it', async () => {
  const queue = createFairQueue({ atOnce: 1, waiting: 100 });
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await Promise.all(Array.from({ length: 50 }, () => queue.run('a', () => Promise.resolve())));
  clearImmediate(next);
  expect(turns).toBeGreaterThan(25);
});
