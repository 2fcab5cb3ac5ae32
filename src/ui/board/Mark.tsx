import { useEffect, useState } from 'react';

interface Props {
  readonly address: string;
  readonly alt: string;
  readonly className: string;
}

/** Until an image is asked for again that couldn't be loaded. */
const AGAIN_MILLIS = 60_000;

/** An image on air: its place is there at once, and it is seen when it is whole; nothing stands for one that can't be loaded. */
export const Mark = ({ address, alt, className }: Props) => {
  const [state, setState] = useState<'coming' | 'seen' | 'failed'>('coming');
  useEffect(() => {
    if (state !== 'failed') return undefined;
    const again = setTimeout(() => setState('coming'), AGAIN_MILLIS);
    return () => clearTimeout(again);
  }, [state]);
  return state === 'failed' ? null : (
    <img
      className={className}
      src={address}
      alt={alt}
      decoding="async"
      data-seen={state === 'seen' || undefined}
      onLoad={() => setState('seen')}
      onError={() => setState('failed')}
    />
  );
};
