import { FOLD } from './fold.ts';
import { MOVE, STATE } from './machine.ts';
import { OPEN_API } from './open-api.ts';
import type { Ports } from './ports.ts';
import { PRESS } from './press.ts';
import { createRouter, type Route, type ScoreHandler } from './router.ts';

/** Everything that the service answers. */
export const ROUTES: readonly Route[] = [FOLD, STATE, MOVE, PRESS, OPEN_API];

/** The score service: the project's rules on the server. `sender` is whose limits apply. */
export const createScoreHandler = (ports: Ports): ScoreHandler => createRouter(ROUTES, ports);
