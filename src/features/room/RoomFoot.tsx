import type { Room, RoomView, Unmade } from './room.ts';
import type { RoomTexts } from '../../kit/venue-texts.ts';
import { Icon } from '../../kit/Icon.tsx';
import { NotDone } from './NotDone.tsx';
import { lastOpText } from './words.ts';

interface Props {
  readonly view: RoomView;
  readonly room: Room;
  readonly texts: RoomTexts;
  /** Whether another part of the screen has the main action. */
  readonly isCalm: boolean;
  readonly onAdd: () => void;
  readonly openForm: (unmade: Unmade) => void;
}

/**
 * The bottom row: Undo in the corner as on the pad, with the change it would undo, and Add within reach of the thumb.
 */
export const RoomFoot = ({ view, room, texts, isCalm, onAdd, openForm }: Props) => {
  const { list, undoable, pending, isReached } = view;
  // Undo would act on the change that is still on its way.
  const busy = pending.entries.size > 0;
  const done = list && undoable && lastOpText(list, undoable, texts);
  return (
    <footer className="room__foot">
      <NotDone room={room} texts={texts} openForm={openForm} />
      <button
        className="button room__undo"
        type="button"
        disabled={!isReached || undoable === null}
        aria-disabled={busy}
        onClick={room.undo}
      >
        <Icon name="undo" directional />
        <span className="room__words">
          <span>{texts.room.undo}</span>
          {done !== null && <span className="room__kind room__undone">{done}</span>}
        </span>
      </button>
      <button
        className={`button ${isCalm ? '' : 'button--primary'} room__add`}
        type="button"
        aria-haspopup="dialog"
        disabled={!isReached}
        onClick={onAdd}
      >
        <Icon name="plus" />
        <span>{texts.room.add}</span>
      </button>
    </footer>
  );
};
