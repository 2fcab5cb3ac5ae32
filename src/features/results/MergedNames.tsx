import type { MergedName } from '../../core/results/player.ts';
import { isolated } from '../../i18n/isolated.ts';
import { formatMessage, formatCount } from '../../i18n/format.ts';
import type { PlayerRecords } from './player.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { Problem } from '../../kit/Problem.tsx';
import { useChange } from '../../kit/useChange.ts';

interface Props {
  readonly playerRecords: Pick<PlayerRecords, 'part'>;
  readonly texts: ScreenTexts;
  readonly merged: readonly MergedName[];
}

/** The names that were merged into a player's, each with a key to split it off. */
export const MergedNames = ({ playerRecords, texts, merged }: Props) => {
  const { busy, failure, run } = useChange();
  if (merged.length === 0) return null;
  return (
    <section className="player__part">
      <h3>{texts.player.merge.names}</h3>
      <ul className="player__merged">
        {merged.map(({ key, name, matches }) => (
          <li key={key} className="player__name">
            <bdi translate="no">{name}</bdi>
            <span className="player__when">{formatCount(texts.results.count, matches, texts.locale)}</span>
            <button
              className="button"
              type="button"
              aria-label={formatMessage(texts.player.merge.partNamed, { name: isolated(name) })}
              disabled={busy}
              onClick={() => void run(() => playerRecords.part(key))}
            >
              {texts.player.merge.part}
            </button>
          </li>
        ))}
      </ul>
      <Problem failure={failure} texts={texts} />
    </section>
  );
};
