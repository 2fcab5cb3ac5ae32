import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { PRODUCT } from '../../config/product.ts';
import { keepLogChoices } from '../../core/results/keep-logs.ts';
import { zoneNames } from '../../core/time/zone.ts';
import { formatMessage, formatCount } from '../../i18n/format.ts';
import type { Pictures, PicturesView } from '../pictures/pictures.ts';
import type { Tables } from '../tables/tables.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { hourText } from '../results/words.ts';
import { SelectField } from '../../kit/SelectField.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { useChange } from '../../kit/useChange.ts';
import { useNameLimit } from '../../kit/useNameLimit.ts';
import { LoadState } from '../../kit/LoadState.tsx';

interface Props {
  readonly venue: { readonly pictures: Pictures; readonly tables: Tables };
  readonly texts: ScreenTexts;
}

type Settings = Pick<
  NonNullable<PicturesView['venue']>,
  'title' | 'timeZone' | 'closingHour' | 'keepLogDays' | 'fullNames'
>;

const YEAR_DAYS = 365;

/** How long logs are kept, in years where it is whole years; 0 is for ever. */
const keptText = (days: number, { settings, locale }: ScreenTexts): string => {
  if (days === 0) return settings.forEver;
  return days % YEAR_DAYS === 0
    ? formatCount(settings.years, days / YEAR_DAYS, locale)
    : formatCount(settings.days, days, locale);
};

const CLOSING_HOURS = Array.from({ length: 13 }, (_, hour) => hour);

/** The form; keeps edits until they are saved. */
const Form = ({ venue: { pictures, tables }, texts, kept }: Props & { readonly kept: Settings }) => {
  const [chosen, setChosen] = useState<Partial<Settings>>({});
  const [saved, setSaved] = useState(false);
  const { busy, failure, run } = useChange();
  const id = useId();
  const { title, timeZone, closingHour, keepLogDays, fullNames } = { ...kept, ...chosen };
  const { limited, cut } = useNameLimit(texts);
  const names = zoneNames();
  const choose = (change: Partial<Settings>): void => {
    setChosen({ ...chosen, ...change });
    setSaved(false);
  };
  const save = async (): Promise<void> => {
    if (
      !(await run(() =>
        pictures.updateVenue({ ...chosen, ...(chosen.title !== undefined && { title: title.trim() }) }),
      ))
    )
      return;
    setChosen({});
    setSaved(true);
    // The tables' answer contains the closing hour and time zone.
    await tables.refresh();
  };
  return (
    <form
      className="panel settings"
      action={() => {
        void save();
      }}
    >
      <div className="field">
        <label className="field__label" htmlFor={id}>
          {texts.settings.name}
        </label>
        <input
          className="field__control"
          id={id}
          dir="auto"
          autoComplete="organization"
          value={title}
          aria-describedby={`${id}-help`}
          onChange={(event) => choose({ title: limited(event.currentTarget.value) })}
        />
        <p className="field__hint" id={`${id}-help`} role="status">
          {cut || formatMessage(texts.settings.nameHelp, { product: PRODUCT.name })}
        </p>
      </div>
      <SelectField
        label={texts.settings.zone}
        value={timeZone}
        onChoose={(zone) => choose({ timeZone: zone })}
      >
        {!names.includes(timeZone) && <option value={timeZone}>{timeZone}</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.settings.closing}
        help={texts.settings.closingHelp}
        value={closingHour}
        onChoose={(hour) => choose({ closingHour: Number(hour) })}
      >
        {CLOSING_HOURS.map((hour) => (
          <option key={hour} value={hour}>
            {hourText(hour)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.settings.keep}
        help={texts.settings.keepHelp}
        value={keepLogDays}
        onChoose={(days) => choose({ keepLogDays: Number(days) })}
      >
        {keepLogChoices(keepLogDays).map((days) => (
          <option key={days} value={days}>
            {keptText(days, texts)}
          </option>
        ))}
      </SelectField>
      <div>
        <label className="check">
          <input
            type="checkbox"
            checked={!fullNames}
            aria-describedby={`${id}-full`}
            onChange={(event) => choose({ fullNames: !event.currentTarget.checked })}
          />
          <span>{texts.room.settings.shortNames}</span>
        </label>
        <p className="field__hint" id={`${id}-full`}>
          {texts.room.settings.shortNamesHelp}
        </p>
      </div>
      <div className="settings__save">
        <button className="button button--primary" type="submit" disabled={busy}>
          {texts.settings.save}
        </button>
        <p className="note" role="status">
          {saved && texts.settings.saved}
        </p>
      </div>
      <Problem failure={failure} texts={texts} />
    </form>
  );
};

/** A venue's name, time zone and closing hour, and how long it keeps logs. */
export default function SettingsDesk(props: Props) {
  const { venue, texts } = props;
  const { pictures } = venue;
  const { venue: kept, failure } = useStore(pictures.$pictures, { ssr: 'initial' });
  return (
    <div className="stack">
      <LoadState
        texts={texts}
        isLoaded={kept !== null}
        failure={failure}
        failed={texts.settings.loadFailed}
        retry={pictures.refresh}
      />
      {kept && <Form {...props} kept={kept} />}
    </div>
  );
}
