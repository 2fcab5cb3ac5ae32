import type { DeskTexts } from './props.ts';
import { useState } from 'react';
import { scorerEnvironment } from '../../stores/environment/scorer.ts';
import { createScorerLinkSession } from '../../stores/match/scorer-link-session.ts';
import { LinkedDesk } from './LinkedDesk.tsx';

/** One table's desk, for somebody with a scorer link. */
export default function ScorersDesk({ texts }: { readonly texts: DeskTexts }) {
  const [linked] = useState(() => createScorerLinkSession(scorerEnvironment()));
  return <LinkedDesk linked={linked} texts={texts} />;
}
