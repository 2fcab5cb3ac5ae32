import { useMay } from '../../kit/may.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useId, useState } from 'react';
import { typedInstant } from '../../core/time/text.ts';
import type { Links } from './links.ts';
import { formatCount } from '../../i18n/format.ts';
import { SelectField } from '../../kit/SelectField.tsx';
import { LinkList } from './LinkList.tsx';
import { NewLinkBox } from './NewLinkBox.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { useRoughTime } from '../../kit/useAt.ts';
import { useChange } from '../../kit/useChange.ts';
import { useNameLimit } from '../../kit/useNameLimit.ts';
import { LoadState } from '../../kit/LoadState.tsx';

interface Props {
  readonly texts: VenueTexts;
  readonly links: Links;
  /** The table's name. */
  readonly title: string;
  readonly $serverMillis: ReadableAtom<number>;
}

/** How many hours a link made by Service may last. */
const HOURS = [2, 4, 8, 12] as const;

const HOUR_MILLIS = 3_600_000;
/** The server's clock may be slightly ahead of this estimate. */
const SLACK_MILLIS = 60_000;

const NewLinkForm = ({ texts, links, $serverMillis }: Omit<Props, 'title'>) => {
  const [label, setLabel] = useState('');
  const { limited, cut } = useNameLimit(texts);
  const [end, setEnd] = useState('');
  const [past, setPast] = useState(false);
  // Users who may not change a table can only make temporary links.
  const isBrief = !useMay().has('update_table');
  const [hours, setHours] = useState<number>(HOURS[1]);
  const { busy, failure, run } = useChange();
  const id = useId();
  const create = async (): Promise<void> => {
    const typed = end === '' ? null : typedInstant(end);
    const endsAtMillis = isBrief ? $serverMillis.get() + hours * HOUR_MILLIS - SLACK_MILLIS : typed;
    const isPast = endsAtMillis !== null && endsAtMillis <= $serverMillis.get();
    setPast(isPast);
    if (isPast || !(await run(() => links.add(label, endsAtMillis, { kind: 'scorer' })))) return;
    setLabel('');
    setEnd('');
  };
  return (
    <form
      className="form-row"
      action={() => {
        void create();
      }}
    >
      <div className="field grow">
        <label className="field__label" htmlFor={`${id}-label`}>
          {texts.tables.links.label}
        </label>
        <input
          className="field__control"
          id={`${id}-label`}
          dir="auto"
          autoComplete="off"
          value={label}
          aria-describedby={`${id}-cut`}
          onChange={(event) => setLabel(limited(event.currentTarget.value))}
        />
      </div>
      {isBrief ? (
        <div className="grow">
          <SelectField
            label={texts.tables.links.lasts}
            value={hours}
            onChoose={(chosen) => setHours(Number(chosen))}
          >
            {HOURS.map((count) => (
              <option key={count} value={count}>
                {formatCount(texts.tables.counts.hours, count, texts.locale)}
              </option>
            ))}
          </SelectField>
        </div>
      ) : (
        <div className="field grow">
          <label className="field__label" htmlFor={`${id}-end`}>
            {texts.tables.links.end}
          </label>
          <input
            className="field__control"
            id={`${id}-end`}
            type="datetime-local"
            value={end}
            aria-invalid={past || undefined}
            aria-describedby={`${id}-past`}
            onChange={(event) => setEnd(event.currentTarget.value)}
          />
        </div>
      )}
      <button className="button" type="submit" disabled={busy}>
        {texts.tables.links.create}
      </button>
      <p className="field__hint wide" id={`${id}-cut`} role="status">
        {cut && <span>{cut}</span>}
      </p>
      <p className="field__error wide" id={`${id}-past`} role="status">
        {past && texts.tables.links.past}
      </p>
      <Problem failure={failure} texts={texts} />
    </form>
  );
};

/** The secret links for scoring a table. */
export const ScorerLinks = ({ texts, links, title, $serverMillis }: Props) => {
  const { links: all, failure: unread, added } = useStore(links.$links, { ssr: 'initial' });
  const listed = all?.filter(({ kind }) => kind === 'scorer') ?? null;
  const now = useRoughTime($serverMillis);
  const id = useId();
  return (
    <section className="tables__part" aria-labelledby={id}>
      <h3 className="subheading" id={id}>
        {texts.tables.links.title}
      </h3>
      <p className="field__hint">{texts.tables.links.help}</p>
      {added && <NewLinkBox texts={texts} links={links} added={added} title={title} />}
      {listed && (
        <LinkList texts={texts} links={links} listed={listed} now={now} revoking={texts.tables.links} />
      )}
      {!listed && (
        <LoadState
          texts={texts}
          isLoaded={false}
          failure={unread}
          failed={texts.tables.loadFailed}
          retry={links.refresh}
        />
      )}
      <p role="status" className="field__hint">
        {listed?.length === 0 && <span>{texts.tables.links.none}</span>}
      </p>
      <NewLinkForm texts={texts} links={links} $serverMillis={$serverMillis} />
    </section>
  );
};
