import { FOLD } from './fold.ts';
import { MOVE, STATE } from './machine.ts';
import { OPEN_API } from './open-api.ts';
import type { Ports } from './ports.ts';
import { PRESS } from './press.ts';
import { createRouter, type Route, type ScoreHandler } from './router.ts';

/** Requests under way at once, of all senders and of each, and waiting ones: a log may take 20 MB while it is read. */
export const TURNS = { atOnce: 2, ofOne: 1, waiting: 500 };

/** All routes of the service. */
export const ROUTES: readonly Route[] = [FOLD, STATE, MOVE, PRESS, OPEN_API];

/** The score service: the project's rules on the server. `sender` names the caller whose limits apply. */
export const createScoreHandler = (ports: Ports): ScoreHandler => createRouter(ROUTES, ports);
