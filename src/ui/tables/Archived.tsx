import type { Tables, TablesView } from '../../stores/match/tables.ts';
import { say } from '../say.ts';
import { Problem } from './Problem.tsx';
import { counted, type TablesTexts } from './texts.ts';
import { useChange } from './useChange.ts';

interface Props {
  readonly texts: TablesTexts;
  readonly tables: Tables;
  readonly archived: NonNullable<TablesView['tables']>;
}

/** Tables that were put away, each to be brought back. */
export const Archived = ({ texts, tables, archived }: Props) => {
  const { busy, failure, run } = useChange();
  if (archived.length === 0) return null;
  return (
    <details className="tables__archived">
      <summary>{counted(texts, 'archived', archived.length)}</summary>
      <Problem failure={failure} texts={texts} />
      <ul className="tables__links">
        {archived.map(({ id, title }) => {
          const name = title || texts.unnamed;
          return (
            <li className="tables__scorer" key={id}>
              <p className="tables__grow tables__strong">
                <bdi>{name}</bdi>
              </p>
              <button
                className="button"
                type="button"
                disabled={busy}
                aria-label={say(texts['settings.bringBackNamed'], { title: name })}
                onClick={() => void run(() => tables.archive(id, false))}
              >
                {texts['settings.bringBack']}
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
};
