import { useId, useState } from 'react';
import { isolated } from '../../i18n/isolated.ts';
import { limitName } from '../../rules/name.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { Erasing } from './erasing.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { NameInput } from '../match/NameInput.tsx';
import { EraseKey } from './EraseKey.tsx';

interface Props {
  readonly erasing: Erasing;
  readonly texts: ScreenTexts;
}

/** Erases a player by typed name. Some names occur only in old logs, so no list can offer them. */
export const ErasePlayer = ({ erasing, texts }: Props) => {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<{ readonly name: string; readonly found: boolean } | null>(null);
  const id = useId();
  const name = limitName(typed.trim()).name;
  return (
    <section className="panel part">
      <h2 className="heading">{texts.account.erase.title}</h2>
      <p>{texts.account.erase.about}</p>
      <div className="field">
        <label className="field__label" htmlFor={id}>
          {texts.account.erase.name}
        </label>
        <NameInput id={id} texts={texts} label={texts.account.erase.name} value={typed} onType={setTyped} />
      </div>
      <EraseKey
        erasing={erasing}
        texts={texts}
        name={name}
        onErased={(found) => {
          setAsked({ name, found });
          if (found) setTyped('');
        }}
      />
      <p className="note" role="status">
        {asked &&
          formatMessage(texts.account.erase[asked.found ? 'done' : 'unknown'], {
            name: isolated(asked.name),
          })}
      </p>
    </section>
  );
};
