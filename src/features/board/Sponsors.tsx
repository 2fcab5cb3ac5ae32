import { useStore } from '@nanostores/react';
import { lessMotion } from '../../browser/less-motion.ts';
import { useState } from 'react';
import { marksAddress } from '../../config/marks.ts';
import type { Sponsor } from '../../core/branding/branding.ts';
import { SPONSOR_MILLIS, sponsorsAt } from '../../core/overlay/sponsors.ts';
import { Logo } from '../../kit/Logo.tsx';
import { createTurns } from './turns.ts';

interface Props {
  readonly sponsors: readonly Sponsor[];
  /** Disables rotation: the first logos stay. */
  readonly still: boolean;
  /** How many are shown side by side. */
  readonly atOnce?: number;
}

/** How many turns to wait before retrying logos that failed to load. */
const TRIED_AGAIN = 8;

const $turn = createTurns(SPONSOR_MILLIS);

/** A strip of rotating sponsors' logos, each on its own ground. */
export const Sponsors = ({ sponsors, still, atOnce = 1 }: Props) => {
  const turn = useStore($turn);
  const round = Math.floor(turn / TRIED_AGAIN);
  /** The turn in which each logo failed to load. */
  const [failed, setFailed] = useState<Readonly<Record<string, number>>>({});
  const able = sponsors.filter(({ picture }) => failed[picture] !== round);
  const stays = still || lessMotion().matches;
  const seen = sponsorsAt(able, stays ? 0 : turn, atOnce);
  // Preloads the logos of the next turn.
  const next = stays ? [] : sponsorsAt(able, turn + 1, atOnce).filter((sponsor) => !seen.includes(sponsor));
  if (able.length === 0) return null;
  return (
    <div className="on-air__sponsors" data-testid="overlay-sponsors">
      {[...seen, ...next].map((sponsor) => (
        <div
          key={sponsor.picture}
          className="on-air__sponsor"
          data-waits={next.includes(sponsor) || undefined}
        >
          <Logo
            src={`${marksAddress(import.meta.env)}/${sponsor.picture}`}
            alt={sponsor.title}
            decoding="async"
            onError={() => setFailed((before) => ({ ...before, [sponsor.picture]: round }))}
          />
        </div>
      ))}
    </div>
  );
};
