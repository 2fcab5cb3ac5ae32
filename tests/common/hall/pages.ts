/** The pages' own code that devices in a hall run. `npm run freeze` stores it as it is in a release. */
export { createLiveOverlay } from '../../../src/features/board/live.ts';
export { createScoring } from '../../../src/features/match/scoring.ts';
export { createTableSync } from '../../../src/features/match/sync.ts';
export { createRoom } from '../../../src/features/room/room.ts';
export { createDevice } from '../../../src/features/score/device.ts';
export { createTelevision } from '../../../src/features/television/television.ts';
export { BackendError } from '../../../src/core/failure.ts';
