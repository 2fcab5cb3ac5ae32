import { useState } from 'react';
import { countryOf, isTaken, type Country } from '../../core/tables/dressing.ts';
import { Dialog } from '../Dialog.tsx';
import { Ask } from '../tables/Ask.tsx';
import { Problem } from '../tables/Problem.tsx';
import { useChange } from '../tables/useChange.ts';
import { CountryField } from './CountryField.tsx';
import { MarkField } from './MarkField.tsx';
import { NameField } from './NameField.tsx';
import type { PartProps, ShownPlayer } from './part.ts';

interface Props extends PartProps {
  readonly countries: readonly Country[];
  /** Null for a new one. */
  readonly player: ShownPlayer | null;
  readonly onClose: () => void;
}

/** A player's name, country and picture. */
export const PlayerDialog = ({ countries, player, onClose, ...props }: Props) => {
  const { texts, common, dresser, dressing } = props;
  const [name, setName] = useState(player?.name ?? '');
  const [typed, setTyped] = useState(countries.find(({ code }) => code === player?.flag)?.name ?? '');
  const [picture, setPicture] = useState(player?.picture ?? null);
  const [sending, setSending] = useState(false);
  const { busy, failure, run } = useChange();
  const id = player?.id ?? null;
  const country = countryOf(countries, typed);
  const taken = isTaken(dressing.players, name, id);
  const isReady = name.trim() !== '' && !taken && !sending && (country !== null || typed.trim() === '');
  const save = async (): Promise<void> => {
    const flag = country?.code ?? null;
    if (await run(() => dresser.savePlayer({ name, flag, picture }, id))) onClose();
  };
  return (
    <Dialog
      title={texts[player ? 'players.change' : 'players.add']}
      close={common.close}
      small
      onClose={onClose}
    >
      <form
        className="dressing__form"
        action={() => {
          if (isReady) void save();
        }}
      >
        <NameField
          {...props}
          name={name}
          help={texts['players.nameHelp']}
          problem={taken ? texts['players.taken'] : ''}
          onChange={setName}
        />
        <CountryField texts={texts} countries={countries} typed={typed} onType={setTyped} />
        <MarkField
          {...props}
          kind="portrait"
          label={texts['players.picture']}
          help={texts['players.pictureHelp']}
          picture={picture}
          onChange={setPicture}
          onBusy={setSending}
          removable
        />
        <Problem failure={failure} texts={common} />
        <div className="button-row">
          <button className="button button--primary" type="submit" disabled={busy || !isReady}>
            {texts.save}
          </button>
          {player && (
            <Ask
              common={common}
              opener={{ text: texts['players.remove'], className: 'button button--quiet' }}
              title={texts['players.ask']}
              confirm={texts['players.remove']}
              change={async () => {
                const failed = await dresser.removePlayer(player.id);
                if (!failed) onClose();
                return failed;
              }}
            >
              <p className="tables__strong">
                <bdi>{player.name}</bdi>
              </p>
              <p>{texts['players.warning']}</p>
            </Ask>
          )}
        </div>
      </form>
    </Dialog>
  );
};
