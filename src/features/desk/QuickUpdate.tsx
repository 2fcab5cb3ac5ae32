import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import { Field } from './Field.tsx';
import type { PartProps } from './props.ts';
import { SaveStatus } from './SaveStatus.tsx';
import { Steppers } from './Steppers.tsx';
import { notOnAir } from './not-on-air.ts';

/** Names, scores and race to, put on air by Save. */
export const QuickUpdate = ({ desk, texts }: PartProps) => {
  const saving = useStore(desk.$saving, { ssr: 'initial' });
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  const { fields, edits, conflicts } = useStore(desk.$draft, { ssr: 'initial' });
  const ready = useStore(desk.$scoring, { ssr: 'initial' }) !== null;

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    desk.save();
  };

  const isDue = Object.keys(edits).length > 0;
  const isSaving = saving.status === 'saving' && notOnAir(scored, texts) === null;
  const parts = { desk, texts };
  return (
    <form
      className="panel desk__form"
      method="post"
      noValidate
      onSubmit={submit}
      aria-labelledby="update-title"
    >
      <h2 className="heading" id="update-title">
        {texts.dashboard.form.title}
      </h2>
      <div className="desk__fields">
        <Field {...parts} field="p1" label={texts.match.sides.A} />
        <Field {...parts} field="s1" label={texts.dashboard.form.scoreA}>
          <Steppers {...parts} field="s1" disabled={!fields} />
        </Field>
        <Field {...parts} field="p2" label={texts.match.sides.B} />
        <Field {...parts} field="s2" label={texts.dashboard.form.scoreB}>
          <Steppers {...parts} field="s2" disabled={!fields} />
        </Field>
        <Field {...parts} field="raceTo" label={texts.dashboard.form.raceTo} />
      </div>
      <div className={`desk__save ${isDue ? 'desk__save--due' : ''}`}>
        {conflicts.length > 0 && (
          <button className="button button--quiet" type="button" onClick={desk.takeTheirs}>
            {texts.dashboard.form.takeTheirs}
          </button>
        )}
        <SaveStatus {...parts} />
        <button
          className={`button button--large ${isDue ? 'button--primary' : ''}`}
          type="submit"
          disabled={!ready}
        >
          {texts.dashboard.form[isSaving ? 'saving' : 'save']}
        </button>
      </div>
    </form>
  );
};
