import fc from 'fast-check';
import { POOL, SNOOKER } from './devices.ts';
import { openSimulation, type Tap, type World } from './simulation.ts';

const choice = fc.nat({ max: 99 });

const tap: fc.Arbitrary<Tap> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ tap: fc.constant('move' as const), choice }) },
  { weight: 2, arbitrary: fc.record({ tap: fc.constantFrom('undo', 'redo') }) },
  { weight: 1, arbitrary: fc.record({ tap: fc.constantFrom('set', 'save', 'undoAny', 'replace'), choice }) },
  { weight: 1, arbitrary: fc.record({ tap: fc.constantFrom('clock.start', 'clock.stop', 'clock.reset') }) },
);

/** What may happen to one of three devices, by taps. */
export const happeningOf = (tapped: fc.Arbitrary<Tap>) =>
  fc.record({
    device: fc.nat({ max: 2 }),
    what: fc.oneof(
      { weight: 8, arbitrary: fc.record({ type: fc.constant('tap' as const), tap: tapped }) },
      { weight: 5, arbitrary: fc.record({ type: fc.constant('arrive' as const), choice }) },
      { weight: 4, arbitrary: fc.record({ type: fc.constant('hear' as const), choice, lost: fc.boolean() }) },
      {
        weight: 4,
        arbitrary: fc.record({ type: fc.constant('listen' as const), choice, again: fc.boolean() }),
      },
      { weight: 2, arbitrary: fc.record({ type: fc.constant('wake' as const) }) },
      {
        weight: 2,
        arbitrary: fc.record({ type: fc.constant('pass' as const), seconds: fc.constantFrom(1, 8, 3600) }),
      },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('hold' as const), held: fc.boolean() }) },
      {
        weight: 1,
        arbitrary: fc.record({
          type: fc.constant('answer' as const),
          choice: fc.constantFrom('again', 'drop'),
        }),
      },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('reload' as const) }) },
    ),
  });

export const happening = happeningOf(tap);

type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

/** Three devices score a match until all is still. */
export const play = async (world: World, game: string, happenings: readonly Happening[]) => {
  const simulation = await openSimulation(world, game, game === 'eight-ball' ? POOL : SNOOKER, 3);
  for (const { device: number, what } of happenings) {
    const device = simulation.devices[number];
    if (!device) throw new Error('no such device');
    switch (what.type) {
      case 'tap':
        device.tap(what.tap);
        break;
      case 'arrive':
        await simulation.arrive(device, what.choice);
        break;
      case 'hear':
        device.hear(what.choice, what.lost);
        break;
      case 'listen':
        device.listen(what.choice, what.again);
        break;
      case 'wake':
        device.wake();
        break;
      case 'pass':
        simulation.pass(what.seconds);
        break;
      case 'hold':
        device.hold(what.held);
        break;
      case 'answer':
        device.answer(what.choice);
        break;
      case 'reload':
        await device.reload();
        break;
    }
  }
  await simulation.settle();
  return simulation;
};

export const games = fc.constantFrom('eight-ball', 'snooker');
