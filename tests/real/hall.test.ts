import { describeHall } from '../contract/hall.ts';

describeHall(
  Array.from({ length: 20 }, (_, index) => 100 + index),
  300,
);
