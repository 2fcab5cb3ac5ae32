import { useEffect, useState } from 'react';
import { useStore } from '@nanostores/react';
import { createTimeUp } from '../../../features/board/clock-text.ts';
import { derived } from '../../../browser/derived.ts';
import { timeOf, type Scored } from '../../../features/match/scoring.ts';
import { feel } from '../../../features/pad-parts/feel.ts';
import type { GamePad } from '../../../features/pad-parts/game-pad.ts';
import type { MoreEntry, PartProps, SheetOf } from '../../../features/pad-parts/props.ts';
import type { RackState } from '../racks.ts';
import { useLongPress } from './useLongPress.ts';

type Tap = Pick<PartProps, 'texts' | 'tap'>;

const isTimed = ({ state }: Pick<Scored, 'state'>): boolean => (state as RackState).raceTo === null;

/** Asks for confirmation before ending a match early. */
const earlySheet = ({ texts, tap }: Tap): SheetOf => ({
  title: texts.pad.pool.timeEarly,
  note: texts.pad.pool.timeNote,
  about: ({ state }) => String((state as RackState).over),
  draw: (_scored, close) => (
    <div className="pad-choices">
      <button
        type="button"
        className="pad-key pad-choices__choice"
        data-key="time"
        onClick={() => {
          tap('time', {}, 'end');
          close();
        }}
      >
        {texts.pad.pool.endMatch}
      </button>
      <button type="button" className="pad-key pad-key--go pad-choices__choice" onClick={close}>
        {texts.pad.pool.playOn}
      </button>
    </div>
  ),
});

/** Whether the match's time is up; vibrates when it runs out. */
const useTimeUp = ({ scoring: { $scored } }: PartProps, serverNow: () => number): boolean => {
  const [$timeUp] = useState(() =>
    createTimeUp({ $time: derived([$scored], (scored) => scored && timeOf(scored)), serverNow }),
  );
  useEffect(
    () =>
      $timeUp.listen((isUp) => {
        if (isUp) feel('timeOver');
      }),
    [$timeUp],
  );
  return useStore($timeUp, { ssr: 'initial' });
};

const EndKey = ({ timeUp, ...parts }: PartProps & { readonly timeUp: boolean }) => {
  const { texts, tap, openSheet } = parts;
  const end = (): void => void tap('time', {}, 'end');
  const handlers = useLongPress((byPointer) => {
    if (byPointer) feel('refused');
    else openSheet(earlySheet(parts));
  }, end);
  return timeUp ? (
    <button type="button" className="pad-key pad-key--brass pad-time" data-key="time" onClick={end}>
      {texts.pad.pool.time}
    </button>
  ) : (
    <button type="button" className="pad-key pad-time pad-time--held" data-key="time" {...handlers}>
      <span className="pad-key__name">{texts.pad.pool.time}</span>
      <span className="pad-key__note">{texts.pad.pool.timeHold}</span>
    </button>
  );
};

/**
 * The key of a timed match: starts its clock, and ends the match. While time is left, ending takes a long press. With a
 * keyboard or a screen reader, it asks instead.
 */
const TimedKey = ({ serverNow, ...parts }: PartProps & { readonly serverNow: () => number }) => {
  const { scored, texts, tap } = parts;
  const timeUp = useTimeUp(parts, serverNow);
  return (
    <>
      {scored.clock.running || timeUp ? (
        <EndKey {...parts} timeUp={timeUp} />
      ) : (
        <button
          type="button"
          className="pad-key pad-key--go pad-time"
          data-key="clock"
          onClick={() => tap('clock.start', {}, 'end')}
        >
          {texts.pad.pool.startClock}
        </button>
      )}
      <p className="visually-hidden" role="alert">
        {timeUp && texts.pad.pool.time}
      </p>
    </>
  );
};

/** The key of a timed match; a simple one if its length is unknown. */
export const TimeKey = ({ serverNow, ...parts }: PartProps & { readonly serverNow: () => number }) => {
  const { scored } = parts;
  if (!isTimed(scored)) return null;
  return timeOf(scored).minutes === null ? (
    <EndKey {...parts} timeUp />
  ) : (
    <TimedKey {...parts} serverNow={serverNow} />
  );
};

/** The entry of the "more" sheet that ends a timed match. */
export const timeEntries: GamePad['entries'] = ({ scored, texts, tap }): readonly MoreEntry[] => {
  if (!isTimed(scored) || (scored.state as RackState).over) return [];
  const isEndless = timeOf(scored).minutes === null;
  return [
    {
      name: 'time',
      label: texts.pad.pool.time,
      note: texts.pad.pool.timeNote,
      opens: isEndless ? () => void tap('time', {}, 'end') : earlySheet({ texts, tap }),
    },
  ];
};
