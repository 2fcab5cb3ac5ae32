import { useEffect, useState, type CSSProperties } from 'react';
import { marksAddress } from '../../config/marks.ts';
import type { Sponsor } from '../../core/branding/branding.ts';
import { sponsorAt, sponsorMillis, type Programme } from '../../core/television/programme.ts';
import { createTimer } from '../../browser/timer.ts';
import { Logo } from '../../kit/Logo.tsx';
import type { ScreenProps } from './props.ts';
import { TurnScreen } from './TurnScreen.tsx';
import { useServerTurns } from './useServerTurns.ts';

interface Props extends ScreenProps {
  /** The venue's name; empty if it has none. */
  readonly title: string;
  readonly sponsors: readonly Sponsor[];
  readonly programme: Programme;
}

/** Delay before retrying a logo that failed to load. */
const AGAIN_MILLIS = 60_000;

const TriedLogo = ({ picture, onReady }: Pick<Sponsor, 'picture'> & { readonly onReady: () => void }) => {
  const [again] = useState(createTimer);
  const [ratio, setRatio] = useState(1);
  useEffect(() => again.stop, [again]);
  const address = `${marksAddress(import.meta.env)}/${picture}`;
  return (
    <Logo
      src={address}
      alt=""
      decoding="sync"
      style={{ '--ratio': ratio } as CSSProperties}
      onReady={({ naturalWidth, naturalHeight }) => {
        setRatio(naturalWidth / naturalHeight);
        onReady();
      }}
      onError={({ currentTarget }) => again.set(AGAIN_MILLIS, () => (currentTarget.src = address))}
    />
  );
};

/** Sponsors in turn: each one's logo on a card, and its name. */
export const SponsorsTurn = ({
  title: venue,
  sponsors,
  programme,
  tables,
  look,
  time,
  texts,
  zone,
}: Props) => {
  const count = useServerTurns(time, sponsorMillis(programme));
  /** The pictures of the logos that have loaded; the others are skipped. */
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  const able = sponsors.filter(({ picture }) => loaded.includes(picture));
  const seen = able[able.length > 0 ? sponsorAt(able.length, programme, count) : 0];
  return (
    <TurnScreen isOne title={venue} tables={tables} look={look} texts={texts} zone={zone}>
      {sponsors.map(({ title, picture }) => (
        <div
          key={picture}
          className="tv-sponsors__one"
          data-testid="sponsor"
          data-seen={seen?.picture === picture || undefined}
        >
          <p className="tv-sponsors__label" lang={texts.locale}>
            {texts.television.support}
          </p>
          <TriedLogo
            picture={picture}
            onReady={() => setLoaded((before) => [...new Set([...before, picture])])}
          />
          <p className="tv-sponsors__name">
            <bdi translate="no">{title}</bdi>
          </p>
        </div>
      ))}
    </TurnScreen>
  );
};
