import { Suspense, useEffect, useRef, useState } from 'react';
import type { Elements } from '../../../kit/elements.ts';

interface Props {
  readonly className: string;
  readonly children: Elements;
}

/** Draws, and so loads, its content once it is about to come into view. It is a picture: nobody can reach what is in it. */
export const WhenSeen = ({ className, children }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: '200px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div className={className} ref={place} inert aria-hidden>
      {isSeen && <Suspense fallback={null}>{children}</Suspense>}
    </div>
  );
};
