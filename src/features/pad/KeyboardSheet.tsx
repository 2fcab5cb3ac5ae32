import type { TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import { useLayoutEffect, useState } from 'react';
import type { PadSettings } from '../pad-parts/pad-settings.ts';
import { formatMessage } from '../../i18n/format.ts';
import { isGame } from '../../games/boards.ts';
import { Icon } from '../../kit/Icon.tsx';
import type { CommandGroup, Keys } from '../pad-parts/game-pad.ts';
import { ALWAYS, DEFAULT_KEYS } from './commands.ts';
import { conflictsOf, keyName, readKeys, writeKeys } from './keys.ts';
import { commandLabel, keyLabel } from './labels.ts';

/** The key of a command being set; one past the last adds a key. */
interface Waiting {
  readonly command: string;
  readonly index: number;
}

/** The next key press sets a key, overriding its usual meaning. Escape cancels, Delete removes the key. */
const useNextPress = (waiting: Waiting | null, taken: (name: string | null) => void) => {
  useLayoutEffect(() => {
    if (!waiting) return undefined;
    const press = (event: KeyboardEvent) => {
      const name = keyName(event);
      if (name === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      taken(name === 'Escape' ? null : name);
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [waiting, taken]);
};

const changed = (keys: Keys, { command, index }: Waiting, name: string): Keys => {
  const others = (keys[command] ?? []).map((other) => (other === name ? null : other));
  const names = [...others.slice(0, index), ...(name === 'Delete' ? [] : [name]), ...others.slice(index + 1)];
  return { ...keys, [command]: names.filter((one) => one !== null) };
};

interface Props {
  readonly groups: readonly CommandGroup[];
  readonly settings: PadSettings;
  readonly texts: TextsOf<'match' | 'pad'>;
}

const titleOf = ({ title }: CommandGroup, { match, pad }: Props['texts']): string =>
  isGame(title) ? match.games[title] : pad.keyboard[title];

export const KeyboardSheet = ({ groups, settings, texts }: Props) => {
  const keys = readKeys(useStore(settings.$keys, { ssr: 'initial' }));
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useNextPress(waiting, (name) => {
    if (waiting && name !== null) settings.setKeys(writeKeys(changed(keys, waiting, name)));
    setWaiting(null);
  });

  const key = (command: string, index: number) => {
    const name = keys[command]?.[index];
    const isWaiting = waiting?.command === command && waiting.index === index;
    const label = commandLabel(command, texts);
    return (
      <button
        key={name ?? ''}
        type="button"
        className="pad-keyboard__key"
        aria-pressed={isWaiting}
        aria-label={formatMessage(texts.pad.keyboard[name === undefined ? 'add' : 'set'], {
          command: label,
          key: name === undefined ? '' : keyLabel(name, texts),
        })}
        onClick={() => setWaiting(isWaiting ? null : { command, index })}
      >
        {isWaiting ? (
          texts.pad.keyboard.press
        ) : name === undefined ? (
          <Icon name="plus" />
        ) : (
          <kbd>{keyLabel(name, texts)}</kbd>
        )}
      </button>
    );
  };

  return (
    <div className="pad-keyboard">
      <p className="pad-keyboard__note" role="status">
        {texts.pad.keyboard[waiting ? 'pressNote' : 'note']}
      </p>
      {[...groups, ALWAYS].map((group) => (
        <section key={group.title}>
          <h3 className="pad-keyboard__title">{titleOf(group, texts)}</h3>
          <ul>
            {Object.keys(group.keys).map((command) => {
              const conflicts = conflictsOf(keys, command);
              return (
                <li className="pad-keyboard__row" key={command}>
                  <span>{commandLabel(command, texts)}</span>
                  <span className="pad-keyboard__keys" dir="ltr">
                    {Array.from({ length: (keys[command]?.length ?? 0) + 1 }, (_, index) =>
                      key(command, index),
                    )}
                  </span>
                  {conflicts.length > 0 && (
                    <span className="pad-keyboard__also">
                      {formatMessage(texts.pad.keyboard.also, {
                        command: conflicts.map((other) => commandLabel(other, texts)).join(' · '),
                      })}
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      <p className="pad-keyboard__note">{texts.pad.keyboard.remote}</p>
      <button
        type="button"
        className="pad-key"
        disabled={writeKeys(keys) === writeKeys(DEFAULT_KEYS)}
        onClick={() => settings.setKeys(null)}
      >
        {texts.pad.keyboard.reset}
      </button>
    </div>
  );
};
