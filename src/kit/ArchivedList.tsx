import type { Failure } from '../core/failure.ts';
import { isolated } from '../i18n/isolated.ts';
import type { VenueTexts } from './venue-texts.ts';
import { Problem } from './Problem.tsx';
import { useChange } from './useChange.ts';

interface Props {
  readonly texts: VenueTexts;
  readonly summary: string;
  readonly items: readonly { readonly id: string; readonly name: string }[];
  /** The key that restores an item: its text, and its label with the item's name. */
  readonly keyText: string;
  readonly keyLabel: (name: string) => string;
  readonly bringBack: (id: string) => Promise<Failure | null>;
}

/** Archived items in a collapsed list, each with a key to restore it; nothing if there are none. */
export const ArchivedList = ({ texts, summary, items, keyText, keyLabel, bringBack }: Props) => {
  const { busy, failure, run } = useChange();
  if (items.length === 0) return null;
  return (
    <details className="fold">
      <summary>{summary}</summary>
      <Problem failure={failure} texts={texts} />
      <ul className="lines">
        {items.map(({ id, name }) => (
          <li className="line" key={id}>
            <p className="grow strong">
              <bdi translate="no">{name}</bdi>
            </p>
            <button
              className="button"
              type="button"
              disabled={busy}
              aria-label={keyLabel(isolated(name))}
              onClick={() => void run(() => bringBack(id))}
            >
              {keyText}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
};
