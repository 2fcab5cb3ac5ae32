import { useStore } from '@nanostores/react';
import type { Elements } from './elements.ts';
import type { FetchedPart } from './fetched.ts';
import { Loading } from './Loading.tsx';
import { PartFailed } from './PartFailed.tsx';
import type { DeskTexts } from './venue-texts.ts';

interface Props<Part> {
  readonly $part: FetchedPart<Part>;
  readonly texts: Pick<DeskTexts, 'dashboard'>;
  readonly children: (part: Part) => Elements;
}

/** Draws with a fetched part of the page; until it is here, that it is on its way or couldn't be had. */
export const Fetched = <Part,>({ $part, texts, children }: Props<Part>) => {
  const part = useStore($part, { ssr: 'initial' });
  if (part) return children(part);
  return part === null ? <Loading text={texts.dashboard.loading} /> : <PartFailed texts={texts} />;
};
