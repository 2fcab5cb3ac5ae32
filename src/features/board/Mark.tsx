import { useEffect, useState } from 'react';

interface Props {
  readonly address: string;
  readonly alt: string;
  readonly className: string;
}

/** Delay before retrying an image that failed to load. */
const AGAIN_MILLIS = 60_000;

/** An image on air: its space is reserved at once, it shows when fully loaded, and stays empty on failure. */
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
