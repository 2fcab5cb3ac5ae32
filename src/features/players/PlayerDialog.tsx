import { useRef, useState } from 'react';
import { countryOf, isTaken, type Country } from '../../core/branding/answer.ts';
import { useMay } from '../../kit/may.ts';
import { Problem } from '../../kit/Problem.tsx';
import { useChange } from '../../kit/useChange.ts';
import { CountryField } from '../branding/CountryField.tsx';
import { BrandingForm } from '../branding/BrandingForm.tsx';
import { MarkField } from '../branding/MarkField.tsx';
import { NameField } from '../branding/NameField.tsx';
import type { PartProps, ShownPlayer } from '../branding/props.ts';

interface Props extends PartProps {
  readonly countries: readonly Country[];
  /** Null for a new player. */
  readonly player: ShownPlayer | null;
  readonly onClose: () => void;
}

/** A player's name and, for users who may edit them, country and picture. */
export const PlayerDialog = ({ countries, player, onClose, ...props }: Props) => {
  const { texts, brandingStore, branding } = props;
  const [name, setName] = useState(player?.name ?? '');
  const [typed, setTyped] = useState(countries.find(({ code }) => code === player?.flag)?.name ?? '');
  const [picture, setPicture] = useState(player?.picture ?? null);
  const [sending, setSending] = useState(false);
  const [tried, setTried] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const countryField = useRef<HTMLInputElement>(null);
  const may = useMay();
  const { busy, failure, run } = useChange();
  const hasFace = may.has('save_player');
  const id = player?.id ?? null;
  const country = countryOf(countries, typed);
  const taken = isTaken(branding.players, name, id);
  const isNamed = name.trim() !== '' && !taken;
  const isReady = isNamed && (country !== null || typed.trim() === '');
  const refuse = (): void => {
    setTried(true);
    (isNamed ? countryField : nameField).current?.focus();
  };
  const save = () =>
    hasFace
      ? brandingStore.savePlayer({ name, flag: country?.code ?? null, picture }, id)
      : brandingStore.namePlayer(name, id);
  /** Clears the problem while the user is typing. */
  const typing =
    (set: (typed: string) => void) =>
    (value: string): void => {
      set(value);
      setTried(false);
    };
  const hide = async (at: ShownPlayer): Promise<void> => {
    if (await run(() => brandingStore.hidePlayer(at.id, true))) onClose();
  };
  return (
    <BrandingForm
      {...props}
      words={texts.players}
      save={isReady ? save : null}
      refuse={refuse}
      sending={sending}
      listed={
        player && {
          name: player.name,
          remove: may.has('remove_player') ? () => brandingStore.removePlayer(player.id) : null,
        }
      }
      keys={
        player && (
          <button className="button" type="button" disabled={busy} onClick={() => void hide(player)}>
            {texts.players.hide}
          </button>
        )
      }
      onClose={onClose}
    >
      <NameField
        {...props}
        name={name}
        help={texts.players.nameHelp}
        problem={taken ? texts.players.taken : ''}
        tried={tried}
        field={nameField}
        onChange={typing(setName)}
      />
      <Problem failure={failure} texts={texts} />
      {hasFace && (
        <>
          <CountryField
            texts={texts}
            countries={countries}
            typed={typed}
            tried={tried}
            field={countryField}
            onType={typing(setTyped)}
          />
          <MarkField
            {...props}
            kind="portrait"
            label={texts.players.picture}
            help={texts.players.pictureHelp}
            picture={picture}
            onChange={setPicture}
            onBusy={setSending}
            removable
          />
        </>
      )}
    </BrandingForm>
  );
};
