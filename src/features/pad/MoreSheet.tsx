import type { TextsOf } from '../../i18n/texts.ts';
import { Icon } from '../../kit/Icon.tsx';
import type { Scored } from '../match/scoring.ts';
import type { MoreEntry, SheetOf } from '../pad-parts/props.ts';

interface Props {
  readonly entries: readonly MoreEntry[];
  readonly onChoose: (entry: MoreEntry) => void;
}

const MoreSheet = ({ entries, onChoose }: Props) => (
  <ul>
    {entries.map((entry) => (
      <li key={entry.name}>
        <button
          type="button"
          className="pad-more__entry"
          data-key={entry.name}
          disabled={entry.disabled}
          onClick={() => onChoose(entry)}
        >
          <span>
            <span className="pad-key__name">{entry.label}</span>
            {entry.note && <span className="pad-key__note">{entry.note}</span>}
          </span>
          {typeof entry.opens === 'object' && <Icon name="further" directional />}
        </button>
      </li>
    ))}
  </ul>
);

/** The sheet for less frequent actions. */
export const moreSheet = (
  texts: TextsOf<'match' | 'pad'>,
  entries: (scored: Scored) => readonly MoreEntry[],
  onChoose: (entry: MoreEntry) => void,
): SheetOf => ({
  title: texts.pad.more.title,
  draw: (scored) => <MoreSheet entries={entries(scored)} onChoose={onChoose} />,
});
