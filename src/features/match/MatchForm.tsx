import { withStyles } from '../../kit/add-styles.ts';
import type { Elements } from '../../kit/elements.ts';
import { createFetchedPart } from '../../kit/fetched.ts';
import { Fetched } from '../../kit/Fetched.tsx';
import type { DeskTexts } from '../../kit/venue-texts.ts';

/**
 * A match's forms and lists, in a file of their own, because tapping a score needs none. Pads and desks fetch them as
 * soon as they are drawn, so that they open at once, and without a network.
 */
export const $matchForms = createFetchedPart(() => import('./forms.ts').then(withStyles));

interface Props {
  readonly texts: DeskTexts;
  readonly children: (forms: NonNullable<ReturnType<typeof $matchForms.get>>) => Elements;
}

/** One of a match's forms, once it has been fetched. A dialog around it opens with it, and focuses its first field. */
export const MatchForm = ({ texts, children }: Props) => (
  <Fetched $part={$matchForms} texts={texts}>
    {children}
  </Fetched>
);
