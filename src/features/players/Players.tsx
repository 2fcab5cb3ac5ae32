import type { ReadableAtom } from 'nanostores';
import { useMemo, useState } from 'react';
import { MOST } from '../../config/limits.ts';
import { flagAddress } from '../../config/marks.ts';
import { nameKey } from '../../rules/name-key.ts';
import { found, type Country } from '../../core/branding/answer.ts';
import { playerFragment } from '../../core/venue/fragment.ts';
import { formatMessage, formatCount } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { useMay } from '../../kit/may.ts';
import type { TournamentInRoom } from '../room/props.ts';
import type { Room } from '../room/room.ts';
import { NotDone } from '../room/NotDone.tsx';
import { Assign } from './Assign.tsx';
import type { PartProps, ShownPlayer } from '../branding/props.ts';
import { PlayerDialog } from './PlayerDialog.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { ArchivedList } from '../../kit/ArchivedList.tsx';
import { Empty } from '../../kit/Empty.tsx';

/** Longer lists get a search field. */
const LONG = 8;

interface Props extends PartProps {
  readonly room: Room;
  readonly $tournament: ReadableAtom<TournamentInRoom | null>;
  readonly countries: readonly Country[];
}

type LineProps = Pick<Props, 'texts' | 'brandingStore' | 'room' | '$tournament'> & {
  readonly player: ShownPlayer;
  readonly country: string | undefined;
  readonly onEdit: () => void;
};

const PlayerLine = ({
  texts,
  brandingStore,
  room,
  $tournament,
  player: { name, flag, picture },
  country,
  onEdit,
}: LineProps) => {
  const may = useMay();
  return (
    <li className="listing__line">
      <span className="portrait">
        {picture === null ? (
          <bdi translate="no" aria-hidden="true">
            {Array.from(name)[0]}
          </bdi>
        ) : (
          <img src={brandingStore.markAddress(picture)} alt="" loading="lazy" />
        )}
      </span>
      <div className="listing__words">
        <p className="strong">
          {may.has('get_player') ? (
            <a href={playerFragment(nameKey(name))}>
              <bdi translate="no">{name}</bdi>
            </a>
          ) : (
            <bdi translate="no">{name}</bdi>
          )}
        </p>
        {flag !== null && (
          <p className="field__hint listing__origin">
            <span className="small-flag">
              <img src={flagAddress(flag)} alt="" loading="lazy" />
            </span>
            <span>{country ?? flag}</span>
          </p>
        )}
      </div>
      {may.has('change_waiting') && (
        <Assign texts={texts} room={room} $tournament={$tournament} name={name} />
      )}
      <button
        className="button"
        type="button"
        aria-label={formatMessage(texts.branding.editNamed, { name: isolated(name) })}
        onClick={onEdit}
      >
        {texts.branding.edit}
      </button>
    </li>
  );
};

/** The venue's players. */
export const Players = ({ countries, ...props }: Props) => {
  const { texts, branding, room } = props;
  const may = useMay();
  const players = branding.players.filter((player) => !player.hidden);
  const hidden = branding.players.filter((player) => player.hidden);
  const [typed, setTyped] = useState('');
  const [edited, setEdited] = useState<ShownPlayer | 'new' | null>(null);
  const names = useMemo(() => new Map(countries.map(({ code, name }) => [code, name])), [countries]);
  const shown = found(players, typed);
  const isFull = branding.players.length >= MOST.players;
  return (
    <>
      <p className="intro">{texts.players.intro}</p>
      <div className="listing__tools">
        <button
          className="button button--primary"
          type="button"
          aria-haspopup="dialog"
          disabled={isFull}
          onClick={() => setEdited('new')}
        >
          {texts.players.add}
        </button>
        {players.length > LONG && (
          <div className="field listing__search">
            <SearchField label={texts.players.search} value={typed} onType={setTyped} />
          </div>
        )}
      </div>
      {isFull && <p className="field__hint">{texts.players.full}</p>}
      <div role="status">
        {shown.length === 0 && (
          <Empty icon="players" text={players.length === 0 ? texts.players.none : texts.players.nobody} />
        )}
      </div>
      {may.has('change_waiting') && <NotDone room={room} texts={texts} />}
      {shown.length > 0 && (
        <ul className="listing panel">
          {shown.map((player) => (
            <PlayerLine
              key={player.id}
              {...props}
              player={player}
              country={names.get(player.flag ?? '')}
              onEdit={() => setEdited(player)}
            />
          ))}
        </ul>
      )}
      <ArchivedList
        texts={texts}
        summary={formatCount(texts.players.hidden, hidden.length, texts.locale)}
        items={hidden}
        keyText={texts.players.show}
        keyLabel={(name) => formatMessage(texts.players.showNamed, { name })}
        bringBack={(player) => props.brandingStore.hidePlayer(player, false)}
      />
      {edited !== null && (
        <PlayerDialog
          {...props}
          countries={countries}
          player={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
};
