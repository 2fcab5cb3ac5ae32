import type { ReadableAtom } from 'nanostores';
import { ClockDigits } from './ClockDigits.tsx';

interface Props {
  readonly $text: ReadableAtom<string>;
  readonly className: string;
  readonly testId: string;
  readonly label: string;
  /** Whether it goes where a text doesn't fit with it. */
  readonly yields?: boolean;
}

/** How long a visit has lasted. A timer, which no reader speaks by itself, and left to right in every language. */
export const VisitTime = ({ $text, className, testId, label, yields }: Props) => (
  <span
    className={className}
    role="timer"
    dir="ltr"
    aria-label={label}
    data-testid={testId}
    data-yields={yields ? '' : undefined}
  >
    <ClockDigits $text={$text} />
  </span>
);
