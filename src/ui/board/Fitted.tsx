import { useRef } from 'react';
import type { FitSizes } from './fit-text.ts';
import { useFit } from './useFit.ts';

interface Props {
  readonly text: string;
  readonly className: string;
  readonly testId: string;
  readonly sizes: FitSizes;
}

/** A text as large as its container allows. */
export const Fitted = ({ text, className, testId, sizes }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  useFit(box, text, sizes);
  // The key makes changed text a new element, so that its entrance animation plays once.
  return (
    <div ref={box} className={`on-air__fit ${className}`} data-testid={testId}>
      <div key={text} className="on-air__text">
        <bdi>{text}</bdi>
      </div>
    </div>
  );
};
