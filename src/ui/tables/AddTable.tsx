import type { Tables } from '../../stores/match/tables.ts';
import type { TablesTexts } from './texts.ts';
import { TitleForm } from './TitleForm.tsx';

/** One more table. */
export const AddTable = ({ tables, texts }: { readonly tables: Tables; readonly texts: TablesTexts }) => (
  <section className="tables__add" aria-label={texts['add.title']}>
    <TitleForm
      texts={texts}
      label={texts['add.label']}
      button={texts['add.button']}
      initial=""
      clears
      submit={tables.add}
    />
  </section>
);
