import { useState } from 'react';
import { countryOf, isTaken, type Country } from '../../core/tables/dressing.ts';
import { CountryField } from './CountryField.tsx';
import { DressingForm } from './DressingForm.tsx';
import { MarkField } from './MarkField.tsx';
import { NameField } from './NameField.tsx';
import type { PartProps, ShownPlayer } from './props.ts';

interface Props extends PartProps {
  readonly countries: readonly Country[];
  /** Null for a new one. */
  readonly player: ShownPlayer | null;
  readonly onClose: () => void;
}

/** A player's name, country and picture. */
export const PlayerDialog = ({ countries, player, onClose, ...props }: Props) => {
  const { texts, dresser, dressing } = props;
  const [name, setName] = useState(player?.name ?? '');
  const [typed, setTyped] = useState(countries.find(({ code }) => code === player?.flag)?.name ?? '');
  const [picture, setPicture] = useState(player?.picture ?? null);
  const [sending, setSending] = useState(false);
  const id = player?.id ?? null;
  const country = countryOf(countries, typed);
  const taken = isTaken(dressing.players, name, id);
  const isReady = name.trim() !== '' && !taken && !sending && (country !== null || typed.trim() === '');
  const save = () => dresser.savePlayer({ name, flag: country?.code ?? null, picture }, id);
  return (
    <DressingForm
      {...props}
      kind="players"
      save={isReady ? save : null}
      listed={player && { name: player.name, remove: () => dresser.removePlayer(player.id) }}
      onClose={onClose}
    >
      <NameField
        {...props}
        name={name}
        help={texts.dressing.players.nameHelp}
        problem={taken ? texts.dressing.players.taken : ''}
        onChange={setName}
      />
      <CountryField texts={texts} countries={countries} typed={typed} onType={setTyped} />
      <MarkField
        {...props}
        kind="portrait"
        label={texts.dressing.players.picture}
        help={texts.dressing.players.pictureHelp}
        picture={picture}
        onChange={setPicture}
        onBusy={setSending}
        removable
      />
    </DressingForm>
  );
};
