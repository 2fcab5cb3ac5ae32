import { useId, useState } from 'react';
import { keepChoices } from '../../core/tables/pictures.ts';
import { Ask } from '../tables/Ask.tsx';
import { Problem } from '../tables/Problem.tsx';
import { useChange } from '../tables/useChange.ts';
import type { PartProps } from './props.ts';
import { daysText } from './texts.ts';

type Props = Omit<PartProps, '$serverMillis'>;

/** Switches all public pages on, and off after saying what that does. */
const Switch = ({ texts, common, pictures, venue: { isPublic } }: Props) => {
  const { busy, failure, run } = useChange();
  return (
    <>
      <p role="status">{texts[isPublic ? 'page.on' : 'page.off']}</p>
      <Problem failure={failure} texts={common} />
      {isPublic ? (
        <Ask
          common={common}
          opener={{ text: texts['page.turnOff'] }}
          title={texts['page.ask']}
          confirm={texts['page.confirm']}
          change={() => pictures.setPublic(false)}
        >
          <p>{texts['page.warning']}</p>
        </Ask>
      ) : (
        <button
          className="button button--primary"
          type="button"
          disabled={busy}
          onClick={() => void run(() => pictures.setPublic(true))}
        >
          {texts['page.turnOn']}
        </button>
      )}
    </>
  );
};

/** How long uploaded pictures are kept; what was chosen stays until it is saved. */
const Keep = ({ texts, common, pictures, venue: { keepDays } }: Props) => {
  const [chosen, setChosen] = useState<number | null>(null);
  const [saved, setSaved] = useState(false);
  const { busy, failure, run } = useChange();
  const id = useId();
  const days = chosen ?? keepDays;
  const save = async (): Promise<void> => {
    if (!(await run(() => pictures.keepFor(days)))) return;
    setChosen(null);
    setSaved(true);
  };
  return (
    <form
      className="tables__form"
      action={() => {
        void save();
      }}
    >
      <div className="field tables__grow">
        <label className="field__label" htmlFor={id}>
          {texts['keep.label']}
        </label>
        <select
          className="field__control"
          id={id}
          value={days}
          aria-describedby={`${id}-help`}
          onChange={(event) => {
            setChosen(Number(event.currentTarget.value));
            setSaved(false);
          }}
        >
          {keepChoices(keepDays).map((choice) => (
            <option key={choice} value={choice}>
              {daysText(texts, choice)}
            </option>
          ))}
        </select>
      </div>
      <button className="button" type="submit" disabled={busy || days === keepDays}>
        {texts['keep.save']}
      </button>
      <p className="field__hint tables__wide" id={`${id}-help`}>
        {texts['keep.help']}
      </p>
      <p className="desk__note" role="status">
        {saved && texts['keep.saved']}
      </p>
      <Problem failure={failure} texts={common} />
    </form>
  );
};

/** Whether visitors see the venue's pictures, and for how long these are kept. */
export const PublicPages = (props: Props) => {
  const id = useId();
  return (
    <section className="panel pictures__part" aria-labelledby={id}>
      <h2 className="desk__heading" id={id}>
        {props.texts['page.title']}
      </h2>
      <Switch {...props} />
      <Keep {...props} />
    </section>
  );
};
