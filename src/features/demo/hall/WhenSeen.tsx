import { Suspense } from 'react';
import type { Elements } from '../../../kit/elements.ts';
import { useSeen } from '../../../kit/useSeen.ts';

interface Props {
  readonly className: string;
  readonly children: Elements;
}

/** Draws, and so loads, its content once it is about to come into view. It is a picture: nobody can reach what is in it. */
export const WhenSeen = ({ className, children }: Props) => {
  const [place, isSeen] = useSeen<HTMLDivElement>();
  return (
    <div className={className} ref={place} inert aria-hidden>
      {isSeen && <Suspense fallback={null}>{children}</Suspense>}
    </div>
  );
};
