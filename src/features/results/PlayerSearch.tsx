import { useStore } from '@nanostores/react';
import { playerFragment } from '../../core/venue/fragment.ts';
import { formatCount, formatFailure } from '../../i18n/format.ts';
import type { FoundPlayer } from '../../core/results/player.ts';
import type { PlayerLookup } from './player.ts';
import { SearchField } from '../../kit/SearchField.tsx';
import type { ScreenTexts } from '../../kit/venue-texts.ts';

interface Props {
  readonly texts: ScreenTexts;
  readonly players: PlayerLookup;
  /** The key of a player to leave out. */
  readonly without?: string;
  /** Receives the chosen player. If omitted, each entry links to the player's record. */
  readonly choose?: (player: FoundPlayer) => void;
}

/** Finds players by any part of their names. */
export const PlayerSearch = ({ texts, players, without, choose }: Props) => {
  const { typed, found: all, failure } = useStore(players.$search, { ssr: 'initial' });
  const found = all?.filter(({ key }) => key !== without);
  return (
    <search className="player-search">
      <SearchField label={texts.player.search.label} value={typed} onType={players.search} />
      <p className="player-search__said" role="status">
        {failure
          ? formatFailure(texts.player.search.failed, failure, texts)
          : found &&
            (found.length === 0
              ? texts.player.search.nobody
              : formatCount(texts.player.search.found, found.length, texts.locale))}
      </p>
      {found && found.length > 0 && (
        <ul className="player-search__list panel">
          {found.map((player) => {
            const words = (
              <>
                <span className="player-search__name">
                  <bdi translate="no">{player.name}</bdi>
                </span>
                <span className="player-search__matches">
                  {formatCount(texts.results.count, player.matches, texts.locale)}
                </span>
              </>
            );
            return (
              <li key={player.key}>
                {choose ? (
                  <button className="player-search__player" type="button" onClick={() => choose(player)}>
                    {words}
                  </button>
                ) : (
                  <a className="player-search__player" href={playerFragment(player.key)}>
                    {words}
                  </a>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </search>
  );
};
