import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { marksAddress } from '../../config/marks.ts';
import type { Sponsor } from '../../core/overlay/dressing.ts';
import { SPONSOR_MILLIS, sponsorsAt } from '../../core/overlay/sponsors.ts';
import { createTurns } from '../../stores/overlay/turns.ts';

interface Props {
  readonly sponsors: readonly Sponsor[];
  /** Nothing moves: the first ones stay. */
  readonly still: boolean;
  /** How many stand beside each other. */
  readonly atOnce?: number;
}

/** Turns after which logos that couldn't be loaded are tried again. */
const TRIED_AGAIN = 8;

const $turn = createTurns(SPONSOR_MILLIS);

/** A strip of sponsors' logos, each in its turn, on the white that most are drawn for. */
export const Sponsors = ({ sponsors, still, atOnce = 1 }: Props) => {
  const turn = useStore($turn);
  const round = Math.floor(turn / TRIED_AGAIN);
  /** In which round a logo couldn't be loaded. */
  const [failed, setFailed] = useState<Readonly<Record<string, number>>>({});
  const able = sponsors.filter(({ picture }) => failed[picture] !== round);
  const stays = still || matchMedia('(prefers-reduced-motion: reduce)').matches;
  const seen = sponsorsAt(able, stays ? 0 : turn, atOnce);
  // The next ones are there before their turn.
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
          <img
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
