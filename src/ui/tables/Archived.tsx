import type { VenueTexts } from '../desk/props.ts';
import type { Tables, TablesView } from '../../stores/match/tables.ts';
import { say, sayCount } from '../../i18n/say.ts';
import { isolated } from '../../core/isolated.ts';
import { Problem } from './Problem.tsx';
import { tableName } from './table-name.ts';
import { useChange } from './useChange.ts';

interface Props {
  readonly texts: VenueTexts;
  readonly tables: Tables;
  readonly archived: NonNullable<TablesView['tables']>;
}

/** Archived tables, which can be restored. */
export const Archived = ({ texts, tables, archived }: Props) => {
  const { busy, failure, run } = useChange();
  if (archived.length === 0) return null;
  return (
    <details className="tables__archived">
      <summary>{sayCount(texts.tables.counts.archived, archived.length, texts.locale)}</summary>
      <Problem failure={failure} texts={texts} />
      <ul className="tables__links">
        {archived.map(({ id, title }) => {
          const name = tableName(title, texts);
          return (
            <li className="tables__scorer" key={id}>
              <p className="tables__grow tables__strong">
                <bdi>{name}</bdi>
              </p>
              <button
                className="button"
                type="button"
                disabled={busy}
                aria-label={say(texts.tables.settings.bringBackNamed, { title: isolated(name) })}
                onClick={() => void run(() => tables.archive(id, false))}
              >
                {texts.tables.settings.bringBack}
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
};
