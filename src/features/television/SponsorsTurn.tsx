import { useEffect, useState, type CSSProperties } from 'react';
import { marksAddress } from '../../config/marks.ts';
import type { Sponsor } from '../../core/branding/branding.ts';
import { sponsorAt, sponsorMillis, type Programme } from '../../core/television/programme.ts';
import { createTimer } from '../../browser/timer.ts';
import { useDesignVariables } from '../board/useDesignVariables.ts';
import type { ScreenProps } from './props.ts';
import { useServerTurns } from './useServerTurns.ts';

interface Props extends Pick<ScreenProps, 'look' | 'time'> {
  readonly sponsors: readonly Sponsor[];
  readonly programme: Programme;
}

/** Delay before retrying a logo that failed to load. */
const AGAIN_MILLIS = 60_000;

const Logo = ({ title, picture, onLoad }: Sponsor & { readonly onLoad: () => void }) => {
  const [again] = useState(createTimer);
  useEffect(() => again.stop, [again]);
  const address = `${marksAddress(import.meta.env)}/${picture}`;
  return (
    <img
      src={address}
      alt={title}
      decoding="sync"
      onLoad={onLoad}
      onError={({ currentTarget }) => again.set(AGAIN_MILLIS, () => (currentTarget.src = address))}
    />
  );
};

/** Sponsors' logos over the whole screen, one after the other, on white, as most are designed for. */
export const SponsorsTurn = ({ sponsors, programme, look, time }: Props) => {
  const variables = useDesignVariables(look);
  const count = useServerTurns(time, sponsorMillis(programme));
  /** The pictures of the logos that have loaded; the others are skipped. */
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  const able = sponsors.filter(({ picture }) => loaded.includes(picture));
  const seen = able[able.length > 0 ? sponsorAt(able.length, programme, count) : 0];
  return (
    <div className="tv-sponsors" style={variables as CSSProperties}>
      {sponsors.map(({ title, picture }) => (
        <div
          key={picture}
          className="tv-sponsors__one"
          data-testid="sponsor"
          data-seen={seen?.picture === picture || undefined}
        >
          <Logo
            title={title}
            picture={picture}
            onLoad={() => setLoaded((before) => [...new Set([...before, picture])])}
          />
        </div>
      ))}
    </div>
  );
};
