import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { playerFragment } from '../../core/tables/fragment.ts';
import { sayCount, sayFailure } from '../../i18n/say.ts';
import type { Players } from '../../stores/match/players.ts';
import type { VenueTexts } from '../desk/props.ts';

interface Props {
  readonly texts: VenueTexts;
  readonly players: Players;
}

/** Finds players by any part of their names; each leads to what their matches came to. */
export const PlayerSearch = ({ texts, players }: Props) => {
  const { typed, found, failure } = useStore(players.$search, { ssr: 'initial' });
  const id = useId();
  return (
    <search className="player-search">
      <label className="visually-hidden" htmlFor={id}>
        {texts.players.search.label}
      </label>
      <input
        className="field__control"
        id={id}
        type="search"
        dir="auto"
        placeholder={texts.players.search.label}
        autoComplete="off"
        value={typed}
        onChange={(event) => players.search(event.currentTarget.value)}
      />
      <p className="player-search__said" role="status">
        {failure
          ? sayFailure(texts.players.search.failed, failure, texts)
          : found &&
            (found.length === 0
              ? texts.players.search.nobody
              : sayCount(texts.players.search.found, found.length, texts.locale))}
      </p>
      {found !== null && found.length > 0 && (
        <ul className="player-search__list panel">
          {found.map(({ key, name, matches }) => (
            <li key={key}>
              <a className="player-search__player" href={playerFragment(key)}>
                <bdi translate="no" className="player-search__name">
                  {name}
                </bdi>
                <span className="player-search__matches">
                  {sayCount(texts.results.count, matches, texts.locale)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
};
