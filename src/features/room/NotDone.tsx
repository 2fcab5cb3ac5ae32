import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatMessage } from '../../i18n/format.ts';
import type { Unmade } from './room.ts';
import { Icon } from '../../kit/Icon.tsx';
import type { PartProps } from './props.ts';
import { partyName, partyOf, unmadeText } from './words.ts';

interface Props extends Pick<PartProps, 'room' | 'texts'> {
  /** Opens the form with the values of the failed change; omitted if there is no form. */
  readonly openForm?: (unmade: Unmade) => void;
}

/** Why the last change to the list failed, and what can be done about it. */
export const NotDone = ({ room, texts, openForm }: Props) => {
  const { list, unmade } = useStore(room.$room, { ssr: 'initial' });
  useEffect(() => room.leave, [room]);
  const shown = list && unmade && { ...unmade, said: unmadeText(list, unmade, texts) };
  const remedy = shown?.remedy === 'form' && !openForm ? null : shown?.remedy;
  const about = shown && partyOf(list, shown.op);
  const name = about ? partyName(about, texts) : '';
  return (
    <div role="alert" className={shown ? 'alert alert--error room__said' : undefined}>
      {shown && <span>{shown.said}</span>}
      {shown && (
        <span className="button-row">
          {remedy && (
            <button
              className="button"
              type="button"
              onClick={() => (remedy === 'form' ? openForm?.(shown) : room.again(shown))}
            >
              {remedy === 'freeAndCall'
                ? formatMessage(texts.room.keys.freeAndCall, { name })
                : formatMessage(texts.room.unmade[remedy], { name })}
            </button>
          )}
          <button
            className="icon-button"
            type="button"
            aria-label={texts.tables.close}
            onClick={() => room.read(shown)}
          >
            <Icon name="close" />
          </button>
        </span>
      )}
    </div>
  );
};
