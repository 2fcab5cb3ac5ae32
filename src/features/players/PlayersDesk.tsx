import type { ReadableAtom } from 'nanostores';
import { useMemo } from 'react';
import { countriesIn } from '../../core/branding/answer.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import type { BrandingStore } from '../branding/branding.ts';
import { WithBranding } from '../branding/WithBranding.tsx';
import type { TournamentInRoom } from '../room/props.ts';
import type { Room } from '../room/room.ts';
import { Players } from './Players.tsx';

interface Props {
  readonly venue: {
    readonly brandingStore: BrandingStore;
    readonly room: Room;
    readonly $tournament: ReadableAtom<TournamentInRoom | null>;
  };
  readonly texts: ScreenTexts;
  /** The codes of the countries with a flag, separated by spaces. */
  readonly flags: string;
}

/** The register of the venue's players. */
export default function PlayersDesk({ venue: { brandingStore, room, $tournament }, texts, flags }: Props) {
  const { locale } = texts;
  const countries = useMemo(() => countriesIn(flags.split(' '), locale), [flags, locale]);
  return (
    <WithBranding
      brandingStore={brandingStore}
      texts={texts}
      draw={(branding) => (
        <Players
          texts={texts}
          brandingStore={brandingStore}
          branding={branding}
          room={room}
          $tournament={$tournament}
          countries={countries}
        />
      )}
    />
  );
}
