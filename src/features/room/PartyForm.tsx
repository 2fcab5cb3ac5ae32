import { stateOf } from '../../core/room/table-state.ts';
import { useId, useState } from 'react';
import { SIZES, type Op, type Party, type RoomTable } from '../../core/room/list.ts';
import { namesOf } from '../../core/room/party.ts';
import { TABLE_KINDS, type TableKind } from '../../rules/table-kind.ts';
import { usualWish } from '../../core/room/queue.ts';
import type { RoomTexts } from '../../kit/venue-texts.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { Choice } from '../match/Choice.tsx';
import { NameInput } from '../match/NameInput.tsx';
import { SelectField } from '../../kit/SelectField.tsx';
import { tableName } from '../../kit/table-name.ts';
import { useNameLimit } from '../../kit/useNameLimit.ts';

interface Props {
  readonly texts: RoomTexts;
  readonly tables: readonly RoomTable[];
  /** Null for a new party. */
  readonly party: Party | null;
  /** The values of an earlier change that failed. */
  readonly typed: Op | undefined;
  /** A change to this party is on its way. Saving is disabled until it is answered. */
  readonly busy: boolean;
  readonly save: (party: Party) => void;
  readonly onClose: () => void;
}

const NOBODY = { name: '', name2: null, size: 2, wantedId: null } as const;

/** A party's form: names, size, and what it waits for. */
export const PartyForm = ({ texts, tables, party, typed, busy, save, onClose }: Props) => {
  const before = typed && 'name' in typed ? typed : (party ?? { ...NOBODY, wants: usualWish(tables) });
  const { wants } = texts.room;
  const [name, setName] = useState(before.name);
  const [name2, setName2] = useState(before.name2 ?? '');
  const [size, setSize] = useState<number>(before.size);
  const [wish, setWish] = useState<string>(before.wantedId ?? before.wants);
  const [missing, setMissing] = useState(false);
  const { limited, cut } = useNameLimit(texts);
  const id = useId();
  const type = (take: (name: string) => void) => (value: string) => {
    take(limited(value));
    setMissing(false);
  };
  // If all tables are of one kind, waiting for that kind means waiting for any table.
  const kinds = TABLE_KINDS.filter((kind) => tables.some((table) => table.kind === kind));
  const isKind = (value: string): value is TableKind => TABLE_KINDS.some((kind) => kind === value);
  const submit = (): void => {
    const fields = { name: name.trim(), name2: name2.trim() || null, size };
    if (namesOf(fields).length === 0) {
      setMissing(true);
      document.getElementById(`${id}-name`)?.focus();
      return;
    }
    save(
      wish === 'any' || isKind(wish)
        ? { ...fields, wants: wish, wantedId: null }
        : { ...fields, wants: 'table', wantedId: wish },
    );
    onClose();
  };
  return (
    <Dialog title={texts.room.form[party ? 'edit' : 'add']} close={texts.tables.close} onClose={onClose}>
      <form className="room__form" noValidate action={submit}>
        {(
          [
            ['name', name, setName],
            ['name2', name2, setName2],
          ] as const
        ).map(([field, value, set]) => (
          <div className="field" key={field}>
            <label className="field__label" htmlFor={`${id}-${field}`}>
              {texts.room.form[field]}
            </label>
            <NameInput
              texts={texts}
              label={texts.room.form[field]}
              id={`${id}-${field}`}
              value={value}
              onType={type(set)}
              aria-invalid={(field === 'name' && missing) || undefined}
              aria-describedby={`${id}-hint`}
            />
          </div>
        ))}
        <p className={missing ? 'field__error' : 'field__hint'} id={`${id}-hint`} role="status">
          {missing && <span>{texts.branding.nameNeeded}</span>}
          {cut && <span>{cut}</span>}
        </p>
        <Choice
          legend={texts.room.form.size}
          options={SIZES.map((count) => ({ value: count, label: count }))}
          value={size}
          onChoose={setSize}
        />
        <SelectField label={texts.room.form.wish} value={wish} onChoose={setWish}>
          <option value="any">{wants.any}</option>
          {(kinds.length > 1 || isKind(wish)) &&
            kinds.map((kind) => (
              <option key={kind} value={kind}>
                {wants[kind]}
              </option>
            ))}
          {tables.map((table) => (
            <option key={table.id} value={table.id}>
              {[
                tableName(table.title, texts),
                ...(stateOf(table) === 'outOfUse' ? [texts.room.states.outOfUse] : []),
              ].join(' · ')}
            </option>
          ))}
        </SelectField>
        <button className="button button--primary button--large" type="submit" disabled={busy}>
          {party ? texts.room.form.save : texts.room.add}
        </button>
      </form>
    </Dialog>
  );
};
