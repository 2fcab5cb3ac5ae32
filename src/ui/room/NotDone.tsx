import { useStore } from '@nanostores/react';
import { Icon } from '../Icon.tsx';
import type { PartProps } from './props.ts';
import { unmadeText } from './words.ts';

/** Why the last change of the list wasn't made; whoever wasn't added can be added once more. */
export const NotDone = ({ room, texts }: Pick<PartProps, 'room' | 'texts'>) => {
  const { list, unmade } = useStore(room.$room, { ssr: 'initial' });
  const said = list && unmade && unmadeText(list, unmade, texts);
  return (
    <div role="alert" className={said === null ? undefined : 'alert alert--error room__said'}>
      {said}
      {said !== null && (
        <span className="button-row">
          {unmade?.op.kind === 'add' && (
            <button className="button" type="button" onClick={room.again}>
              {texts.room.unmade.again}
            </button>
          )}
          <button className="icon-button" type="button" aria-label={texts.tables.close} onClick={room.read}>
            <Icon name="close" />
          </button>
        </span>
      )}
    </div>
  );
};
