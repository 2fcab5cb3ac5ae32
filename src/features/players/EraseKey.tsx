import { useState } from 'react';
import { isolated } from '../../i18n/isolated.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { Erasing } from './erasing.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { Ask } from '../../kit/Ask.tsx';
import { Problem } from '../../kit/Problem.tsx';

interface Props {
  readonly erasing: Erasing;
  readonly texts: ScreenTexts;
  /** Any spelling of the player's name; empty for none yet. */
  readonly name: string;
  /** `found` is false if the name occurred nowhere. */
  readonly onErased?: (found: boolean) => void;
}

type Others = Awaited<ReturnType<Erasing['othersOf']>>;

/** Erases a player after a confirmation that explains the effects. */
export const EraseKey = ({ erasing, texts, name, onErased }: Props) => {
  const [others, setOthers] = useState<Others | null>(null);
  const names = others && 'names' in others ? others.names : null;
  const ask = (): void => {
    setOthers(null);
    void erasing.othersOf(name).then(setOthers);
  };
  const erase = async () => {
    const erased = await erasing.erase(name);
    if (!('found' in erased)) return erased;
    onErased?.(erased.found);
    return null;
  };
  return (
    <Ask
      texts={texts}
      opener={{ text: texts.account.erase.open, disabled: name === '' }}
      title={formatMessage(texts.account.erase.question, { name: isolated(name) })}
      confirm={texts.account.erase.confirm}
      change={erase}
      onOpen={ask}
      isSaid={names !== null}
    >
      <p>{texts.account.erase.gone}</p>
      {names !== null && names.length > 0 && (
        <p>
          {formatMessage(texts.account.erase.others, {
            names: new Intl.ListFormat(texts.locale).format(names.map(isolated)),
          })}
        </p>
      )}
      <p>{texts.account.erase.stays}</p>
      <p>{texts.account.erase.later}</p>
      <Problem failure={others && 'kind' in others ? others : null} texts={texts} />
    </Ask>
  );
};
