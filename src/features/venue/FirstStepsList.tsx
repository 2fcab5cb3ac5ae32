import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { ALL_TABLES, pairedFragment, SETTINGS, tableFragment } from '../../core/venue/fragment.ts';
import { sorted } from '../../core/tables/order.ts';
import { FIRST_STEPS, stepsDone, type FirstStep } from '../../core/venue/first-steps.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import styles from '../../styles/first-steps.scss?inline';
import { useStyles } from '../../kit/add-styles.ts';
import { Icon } from '../../kit/Icon.tsx';
import { LazyTexts } from '../../kit/LazyTexts.tsx';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { Venue } from './props.ts';

interface Props {
  readonly venue: Venue;
  readonly texts: VenueTexts;
}

/** The field of the form below, which has no address of its own. */
const focusAdding = (): void => document.querySelector<HTMLElement>('.tables__add input')?.focus();

const List = ({ venue, texts }: Props & { readonly texts: VenueTexts & TextsOf<'firstSteps'> }) => {
  const { tables: all, venue: named } = useStore(venue.tables.$tables);
  const { listed } = useStore(venue.paired.$paired);
  const id = useId();
  if (!all || !listed) return null;
  const done = stepsDone({ ...listed, title: named?.title ?? '', tables: all });
  if (done.size === FIRST_STEPS.length) return null;
  const [first] = sorted(all).inUse;
  const hrefs: Readonly<Record<FirstStep, string>> = {
    name: SETTINGS,
    tables: ALL_TABLES,
    television: pairedFragment(),
    staff: pairedFragment(),
    match: first ? tableFragment(first.id, 'newMatch') : ALL_TABLES,
  };
  return (
    <section className="first-steps panel" aria-labelledby={id}>
      <header className="first-steps__head">
        <h2 className="subheading" id={id}>
          {texts.firstSteps.title}
        </h2>
        <p className="field__hint">
          {formatMessage(texts.firstSteps.progress, { done: done.size, count: FIRST_STEPS.length })}
        </p>
        <button
          className="icon-button"
          type="button"
          aria-label={texts.firstSteps.putAway}
          onClick={venue.firstSteps.putAway}
        >
          <Icon name="close" />
        </button>
      </header>
      <ol>
        {FIRST_STEPS.map((step) => {
          const { title, about } = texts.firstSteps.steps[step];
          const isDone = done.has(step);
          return (
            <li key={step}>
              <a
                className={`first-steps__step ${isDone ? 'first-steps__step--done' : ''}`}
                href={hrefs[step]}
                onClick={step === 'tables' ? focusAdding : undefined}
              >
                <span className="first-steps__mark">{isDone && <Icon name="check" />}</span>
                <span className="first-steps__words">
                  <span className="strong">{title}</span>
                  {isDone ? (
                    <span className="visually-hidden">{texts.firstSteps.done}</span>
                  ) : (
                    <span className="field__hint">{about}</span>
                  )}
                </span>
                <Icon name="further" directional />
              </a>
            </li>
          );
        })}
      </ol>
    </section>
  );
};

/** A new venue's first steps, each a link to its screen; nothing once all are done. */
export default function FirstStepsList({ venue, texts }: Props) {
  useStyles(styles);
  return (
    <LazyTexts wordsAt={venue.wordsAt} texts={texts} name="firstSteps" isExtra>
      {(own) => <List venue={venue} texts={own} />}
    </LazyTexts>
  );
}
