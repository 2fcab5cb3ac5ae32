import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ROUTES } from '../config/routes.ts';
import type { LazyTextsName } from '../config/lazy-texts.ts';
import type { TextsOf } from '../i18n/texts.ts';
import { localizePath } from '../i18n/urls.ts';
import type { WordsAt } from '../browser/fetched-json.ts';
import type { Elements } from './elements.ts';
import { Loading } from './Loading.tsx';
import { PartFailed } from './PartFailed.tsx';
import type { OwnScreenTexts, VenueTexts } from './venue-texts.ts';

type LazyTextsOf<Name extends LazyTextsName> = Name extends 'screens'
  ? OwnScreenTexts
  : TextsOf<Exclude<Name, 'screens'>>;

interface Props<Name extends LazyTextsName, Texts extends VenueTexts> {
  readonly wordsAt: WordsAt;
  readonly texts: Texts;
  readonly name: Name;
  /** Whether nothing is drawn until the texts have loaded, because the screen is whole without it. */
  readonly isExtra?: boolean;
  /** Renders the screen once its texts have loaded. */
  readonly children: (texts: Texts & LazyTextsOf<Name>) => Elements;
}

/** A screen whose texts are loaded separately. */
export function LazyTexts<Name extends LazyTextsName, Texts extends VenueTexts>({
  wordsAt,
  texts,
  name,
  isExtra = false,
  children,
}: Props<Name, Texts>) {
  const [$words] = useState(() =>
    wordsAt<LazyTextsOf<Name>>(`${localizePath(ROUTES.dashboard, texts.locale)}${name}.json`),
  );
  const { value, failed } = useStore($words);
  if (value) return children({ ...texts, ...value });
  if (isExtra) return null;
  return failed ? <PartFailed texts={texts} /> : <Loading text={texts.dashboard.loading} />;
}
