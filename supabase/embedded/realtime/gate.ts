import { setImmediate } from 'node:timers/promises';

/** Who waits for an answer; on `signal` they have gone, and their question with them. */
export interface Asker {
  address: string;
  signal: AbortSignal;
}

interface Waiting<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
}

/**
 * Lets questions through to the database one at a time, so that a scorer's statement waits for one of them at most.
 * Addresses take turns: however many questions one has, the next address's comes after one of them. Whoever waits
 * with the same question as the one whose turn it is gets the same answer; a question that is being answered is too
 * late to join, since its answer would be older than the question.
 *
 * What waits is bounded by those who ask: a socket handles one message at a time, a request asks for one topic.
 */
export class Gate<Question, Answer> {
  readonly #answer: (question: Question) => Promise<Answer>;
  readonly #keyOf: (question: Question) => string;
  /** By address, the next one first, and by question. */
  readonly #waiting = new Map<string, Map<string, Set<Waiting<Question, Answer>>>>();
  #isOpen = true;

  constructor(answer: (question: Question) => Promise<Answer>, keyOf: (question: Question) => string) {
    this.#answer = answer;
    this.#keyOf = keyOf;
  }

  /** The answer; rejects with the signal's reason when the asker has gone before it is their turn. */
  ask(question: Question, { address, signal }: Asker): Promise<Answer> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const key = this.#keyOf(question);
      const waiting: Waiting<Question, Answer> = { question, resolve, reject };
      const ofAddress = this.#waiting.get(address) ?? new Map<string, Set<typeof waiting>>();
      this.#waiting.set(address, ofAddress);
      ofAddress.set(key, (ofAddress.get(key) ?? new Set()).add(waiting));
      signal.addEventListener('abort', () => {
        this.#remove(address, key, waiting);
        reject(signal.reason as Error);
      });
      if (this.#isOpen) void this.#serve();
    });
  }

  async #serve(): Promise<void> {
    this.#isOpen = false;
    for (let group = this.#next(); group.length > 0; group = this.#next()) {
      const [{ question }] = group as [Waiting<Question, Answer>];
      try {
        const answer = await this.#answer(question);
        for (const { resolve } of group) resolve(answer);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      // PGlite answers within the microtasks of one turn: without a pause, requests would wait for the last question.
      await setImmediate();
    }
    this.#isOpen = true;
  }

  /** Takes the question whose turn it is from all who ask it. */
  #next(): Waiting<Question, Answer>[] {
    const [first] = this.#waiting;
    const key = first?.[1].keys().next().value;
    if (!first || key === undefined) return [];
    const [address, ofAddress] = first;
    this.#waiting.delete(address);
    this.#waiting.set(address, ofAddress);
    const group: Waiting<Question, Answer>[] = [];
    for (const [other, questions] of this.#waiting) {
      const same = questions.get(key);
      if (!same) continue;
      group.push(...same);
      questions.delete(key);
      if (questions.size === 0) this.#waiting.delete(other);
    }
    return group;
  }

  #remove(address: string, key: string, gone: Waiting<Question, Answer>): void {
    const ofAddress = this.#waiting.get(address);
    const same = ofAddress?.get(key);
    if (!same?.delete(gone) || same.size > 0) return;
    ofAddress?.delete(key);
    if (ofAddress?.size === 0) this.#waiting.delete(address);
  }
}
