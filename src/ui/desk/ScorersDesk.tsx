import { useState } from 'react';
import { scorerEnvironment } from '../../stores/environment/scorer.ts';
import { createLinked } from '../../stores/match/linked.ts';
import { LinkedDesk } from './LinkedDesk.tsx';
import type { DeskTexts } from './texts.ts';

/** One table's desk, for whoever has a scorer link. */
export default function ScorersDesk({ texts }: { readonly texts: DeskTexts }) {
  const [linked] = useState(() => createLinked(scorerEnvironment()));
  return <LinkedDesk linked={linked} texts={texts} />;
}
