import type { VenueTexts } from '../desk/props.ts';
import type { Tables } from '../../stores/match/tables.ts';
import { TitleForm } from './TitleForm.tsx';

/** Adds a table. */
export const AddTable = ({ tables, texts }: { readonly tables: Tables; readonly texts: VenueTexts }) => (
  <section className="tables__add" aria-label={texts.tables.add.title}>
    <TitleForm
      texts={texts}
      label={texts.tables.add.label}
      button={texts.tables.add.button}
      initial=""
      clears
      submit={tables.add}
    />
  </section>
);
