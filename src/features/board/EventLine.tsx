import { LEAST_TEXT } from '../../core/overlay/layouts.ts';
import { Fitted } from './Fitted.tsx';
import type { FitPlan } from './fit-text.ts';

/** How an event is fitted: in the narrow cut of the typeface if need be, and in two lines if it may wrap. */
export const eventPlan = (largest: number, wraps = false): FitPlan => ({
  ways: [false, true].flatMap((narrow) =>
    (['none', 'words'] as const)
      .filter((breaks) => wraps || breaks === 'none')
      .map((breaks) => ({ breaks, narrow, from: largest, to: LEAST_TEXT })),
  ),
});

interface Props {
  readonly event: string;
  readonly sizes: FitPlan;
}

/** The event that the match belongs to, if any. */
export const EventLine = ({ event, sizes }: Props) =>
  event !== '' && <Fitted text={event} className="on-air__event" testId="overlay-event" sizes={sizes} />;
