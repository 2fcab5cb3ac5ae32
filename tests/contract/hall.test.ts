import { describeHall } from './hall.ts';

// `tests/real/hall.test.ts` plays twenty.
describeHall([1], 120);
