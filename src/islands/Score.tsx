import { useState } from 'react';
import { scorerEnvironment } from '../stores/environment/scorer.ts';
import { createLinked } from '../stores/match/linked.ts';
import { LinkedDesk } from '../ui/desk/LinkedDesk.tsx';
import type { DeskTexts } from '../ui/desk/texts.ts';

/** One table's desk, for whoever has a scorer link: it loads neither Auth nor what only owners see. */
export default function Score({ texts }: { readonly texts: DeskTexts }) {
  const [linked] = useState(() => createLinked(scorerEnvironment()));
  return <LinkedDesk linked={linked} texts={texts} />;
}
