import { use, useRef } from 'react';
import { EqualSizeContext, type EqualSizeKind } from './equal-sizes.ts';
import type { FitPlan, FitSizes } from './fit-text.ts';
import { useFit } from './useFit.ts';

interface Props {
  readonly text: string;
  readonly className: string;
  readonly testId: string;
  readonly sizes: FitSizes | FitPlan;
  /** Fits this text together with the other player's. */
  readonly equalSize?: EqualSizeKind;
  /** Overrides the direction of the first letter. */
  readonly dir?: 'ltr' | 'rtl';
}

const ARABIC = /\p{Script=Arabic}/u;

/** A text as large as its container allows. */
export const Fitted = ({ text, className, testId, sizes, equalSize, dir }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const groups = use(EqualSizeContext);
  useFit(box, text, sizes, equalSize && groups?.[equalSize]);
  // The key makes changed text a new element, so that its entrance animation plays once.
  return (
    <div ref={box} className={`on-air__fit ${className}`} data-testid={testId}>
      <div key={text} className="on-air__text" data-arabic={ARABIC.test(text) || undefined}>
        <bdi translate="no" dir={dir}>
          {text}
        </bdi>
      </div>
    </div>
  );
};
