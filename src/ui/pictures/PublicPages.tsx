import { useId, useState } from 'react';
import { keepChoices } from '../../core/tables/pictures.ts';
import { Dialog } from '../Dialog.tsx';
import { Problem } from '../tables/Problem.tsx';
import { useChange } from '../tables/useChange.ts';
import type { PartProps } from './part.ts';
import { daysText } from './texts.ts';

type Props = Omit<PartProps, '$serverMillis'>;

/** Switches all public pages on, and off after saying what that does. */
const Switch = ({ texts, common, pictures, venue: { isPublic } }: Props) => {
  const [asking, setAsking] = useState(false);
  const { busy, failure, run } = useChange();
  const turn = async (): Promise<void> => {
    if (await run(() => pictures.setPublic(!isPublic))) setAsking(false);
  };
  return (
    <>
      <p role="status">{texts[isPublic ? 'page.on' : 'page.off']}</p>
      {!asking && <Problem failure={failure} texts={common} />}
      {isPublic || asking ? (
        <button
          className="button"
          type="button"
          aria-haspopup="dialog"
          disabled={busy}
          onClick={() => setAsking(true)}
        >
          {texts['page.turnOff']}
        </button>
      ) : (
        <button className="button button--primary" type="button" disabled={busy} onClick={() => void turn()}>
          {texts['page.turnOn']}
        </button>
      )}
      {asking && (
        <Dialog title={texts['page.ask']} close={common.close} small onClose={() => setAsking(false)}>
          <p>{texts['page.warning']}</p>
          <Problem failure={failure} texts={common} />
          <div className="button-row">
            <button
              className="button button--primary"
              type="button"
              disabled={busy}
              onClick={() => void turn()}
            >
              {texts['page.confirm']}
            </button>
            <button className="button" type="button" onClick={() => setAsking(false)}>
              {common.cancel}
            </button>
          </div>
        </Dialog>
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
