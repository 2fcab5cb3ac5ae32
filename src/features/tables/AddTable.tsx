import { useState } from 'react';
import { TABLE_KINDS, type TableKind } from '../../rules/table-kind.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { Tables } from './tables.ts';
import { SelectField } from '../../kit/SelectField.tsx';
import { TitleForm } from '../../kit/TitleForm.tsx';

export const AddTable = ({ tables, texts }: { readonly tables: Tables; readonly texts: VenueTexts }) => {
  const [kind, setKind] = useState<TableKind>('pool');
  return (
    <section className="tables__add" aria-label={texts.tables.add.title}>
      <TitleForm
        texts={texts}
        label={texts.tables.add.label}
        button={texts.tables.add.button}
        initial=""
        clears
        submit={(title) => tables.add(title, kind)}
      >
        <SelectField
          label={texts.room.settings.kind}
          value={kind}
          onChoose={(chosen) => setKind(TABLE_KINDS.find((one) => one === chosen) ?? kind)}
        >
          {TABLE_KINDS.map((one) => (
            <option key={one} value={one}>
              {texts.room.wants[one]}
            </option>
          ))}
        </SelectField>
      </TitleForm>
    </section>
  );
};
