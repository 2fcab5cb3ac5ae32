import { useStore } from '@nanostores/react';
import type { Elements } from '../../kit/elements.ts';
import { createFetched } from '../../kit/fetched.ts';
import { Loading } from '../../kit/Loading.tsx';
import type { DeskTexts } from '../../kit/venue-texts.ts';

/**
 * A match's forms and lists, in a file of their own, because tapping a score needs none. A pad fetches them as soon as
 * it is drawn, so that they open at once, and without a network.
 */
export const $matchForms = createFetched({ all: () => import('./forms.ts') })('all');

interface Props {
  readonly texts: DeskTexts;
  readonly children: (forms: NonNullable<ReturnType<typeof $matchForms.get>>) => Elements;
}

/** One of a match's forms, once it has been fetched. */
export const MatchForm = ({ texts, children }: Props) => {
  const forms = useStore($matchForms, { ssr: 'initial' });
  return forms ? children(forms) : <Loading text={texts.dashboard.loading} />;
};
