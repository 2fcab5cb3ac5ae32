import { formatCount } from '../../i18n/format.ts';
import { useId, useState } from 'react';
import { keepChoices } from '../../core/snapshot/pictures.ts';
import { Ask } from '../../kit/Ask.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { useChange } from '../../kit/useChange.ts';
import type { PartProps } from './props.ts';

type Props = Omit<PartProps, '$serverMillis'>;

/** Switches all public pages on, or off after a confirmation. */
const Switch = ({ texts, pictures, venue: { isPublic } }: Props) => {
  const { busy, failure, run } = useChange();
  return (
    <>
      <p role="status">{texts.pictures.page[isPublic ? 'on' : 'off']}</p>
      <Problem failure={failure} texts={texts} />
      {isPublic ? (
        <Ask
          texts={texts}
          opener={{ text: texts.pictures.page.turnOff }}
          title={texts.pictures.page.ask}
          confirm={texts.pictures.page.confirm}
          change={() => pictures.updateVenue({ isPublic: false })}
        >
          <p>{texts.pictures.page.warning}</p>
        </Ask>
      ) : (
        <button
          className="button button--primary"
          type="button"
          disabled={busy}
          onClick={() => void run(() => pictures.updateVenue({ isPublic: true }))}
        >
          {texts.pictures.page.turnOn}
        </button>
      )}
    </>
  );
};

const TEXTS = ['showsLive', 'shortensNames'] as const;

/** What public pages show as text. Each choice is saved at once, and reverted if saving fails. */
const ShownAsText = ({ texts, pictures, venue }: Props) => {
  const [chosen, setChosen] = useState<Partial<Record<(typeof TEXTS)[number], boolean>>>({});
  const { busy, failure, run } = useChange();
  const id = useId();
  const choose = async (choice: typeof chosen): Promise<void> => {
    setChosen(choice);
    await run(() => pictures.updateVenue(choice));
    setChosen({});
  };
  return (
    <div className="pictures__text" role="group" aria-labelledby={id}>
      <p className="field__label" id={id}>
        {texts.pictures.text.title}
      </p>
      {TEXTS.map((name) => (
        <div key={name}>
          <label className="check">
            <input
              type="checkbox"
              checked={chosen[name] ?? venue[name]}
              disabled={busy}
              aria-describedby={`${id}-${name}`}
              onChange={(event) => void choose({ [name]: event.currentTarget.checked })}
            />
            <span>{texts.pictures.text[name]}</span>
          </label>
          <p className="field__hint" id={`${id}-${name}`}>
            {texts.pictures.text[`${name}Help`]}
          </p>
        </div>
      ))}
      <Problem failure={failure} texts={texts} />
    </div>
  );
};

/** How long uploaded pictures are kept; keeps the new choice until it is saved. */
const Keep = ({ texts, pictures, venue: { keepDays } }: Props) => {
  const [chosen, setChosen] = useState<number | null>(null);
  const [saved, setSaved] = useState(false);
  const { busy, failure, run } = useChange();
  const id = useId();
  const days = chosen ?? keepDays;
  const save = async (): Promise<void> => {
    if (!(await run(() => pictures.updateVenue({ keepDays: days })))) return;
    setChosen(null);
    setSaved(true);
  };
  return (
    <form
      className="form-row"
      action={() => {
        void save();
      }}
    >
      <div className="field grow">
        <label className="field__label" htmlFor={id}>
          {texts.pictures.keep.label}
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
              {formatCount(texts.pictures.keep.days, choice, texts.locale)}
            </option>
          ))}
        </select>
      </div>
      <button className="button" type="submit" disabled={busy}>
        {texts.pictures.keep.save}
      </button>
      <p className="field__hint wide" id={`${id}-help`}>
        {texts.pictures.keep.help}
      </p>
      <p className="note" role="status">
        {saved && texts.pictures.keep.saved}
      </p>
      <Problem failure={failure} texts={texts} />
    </form>
  );
};

/** Settings of public pages: whether they are on, what they show as text, and how long pictures are kept. */
export const PublicPages = (props: Props) => {
  const id = useId();
  return (
    <section className="panel part" aria-labelledby={id}>
      <h2 className="heading" id={id}>
        {props.texts.pictures.page.title}
      </h2>
      <Switch {...props} />
      <ShownAsText {...props} />
      <Keep {...props} />
    </section>
  );
};
