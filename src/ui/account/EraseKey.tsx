import { isolated } from '../../core/isolated.ts';
import { say } from '../../i18n/say.ts';
import type { AccountFile } from '../../stores/match/account-file.ts';
import type { VenueTexts } from '../desk/props.ts';
import { Ask } from '../tables/Ask.tsx';

interface Props {
  readonly accountFile: Pick<AccountFile, 'erase'>;
  readonly texts: VenueTexts;
  /** Any spelling of the player's name; empty for nobody yet. */
  readonly name: string;
  readonly onErased?: () => void;
}

/** Erases a player, once somebody has confirmed what that means. */
export const EraseKey = ({ accountFile, texts, name, onErased }: Props) => {
  const erase = async () => {
    const failure = await accountFile.erase(name);
    if (!failure) onErased?.();
    return failure;
  };
  return (
    <Ask
      texts={texts}
      opener={{ text: texts.account.erase.open, disabled: name === '' }}
      title={say(texts.account.erase.question, { name: isolated(name) })}
      confirm={texts.account.erase.confirm}
      change={erase}
    >
      <p>{texts.account.erase.gone}</p>
      <p>{texts.account.erase.stays}</p>
      <p>{texts.account.erase.later}</p>
    </Ask>
  );
};
