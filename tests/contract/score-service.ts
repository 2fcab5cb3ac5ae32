import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The score service in one of its homes. */
export interface ScoreHome {
  /** Its address as its senders know it. */
  readonly address: string;
  readonly send: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** What the score service promises, whichever home it has. */
export const describeScoreService = (name: string, open: () => Promise<ScoreHome>): void => {
  describe(`the score service ${name}`, () => {
    let home: ScoreHome;
    beforeAll(async () => {
      home = await open();
    });
    afterAll(() => home.close());

    const send = (path: string, init?: RequestInit) => home.send(new Request(home.address + path, init));

    test.each(['', '/', '/nothing', '/v1/nothing/at/all', '/%'])(
      'says as a problem that nothing is at %s',
      async (path) => {
        const answer = await send(path, { method: 'POST', body: '{}' });
        expect(answer.status).toBe(404);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(await answer.json()).toEqual({
          title: 'Not Found',
          status: 404,
          detail: 'There is nothing at this address.',
        });
      },
    );
  });
};
