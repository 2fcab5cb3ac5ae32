import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { readLook } from '../core/overlay/look.ts';
import type { Locale } from '../i18n/locales.ts';
import { viewerEnvironment } from '../stores/environment/viewer.ts';
import { createOverlay } from '../stores/overlay/overlay.ts';
import { AnyLayout } from '../ui/board/AnyLayout.tsx';
import type { LayoutTexts } from '../ui/board/texts.ts';

interface Props {
  /** The page's language. */
  readonly locale: Locale;
  /** All languages' texts: the address may ask for another than the page's. */
  readonly texts: Readonly<Record<Locale, LayoutTexts & { readonly notFound: string }>>;
}

/** The overlay on air: the board, or nothing at all until there is one. */
export default function Overlay({ locale, texts }: Props) {
  const [{ $live, clocks, search }] = useState(() => createOverlay(viewerEnvironment()));
  const { board, dressing, missing } = useStore($live);
  const look = readLook(search, { theme: board?.theme ?? 'dark', locale });
  const said = texts[look.locale];
  if (board) return <AnyLayout board={board} dressing={dressing} look={look} clocks={clocks} texts={said} />;
  return missing ? (
    <p className="overlay-missing" lang={said.lang} dir={said.dir}>
      {said.notFound}
    </p>
  ) : null;
}
