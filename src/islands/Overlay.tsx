import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { resolveTheme } from '../core/overlay/address.ts';
import { viewerEnvironment } from '../stores/environment/viewer.ts';
import { createOverlay } from '../stores/overlay/overlay.ts';
import { BarLayout } from '../ui/board/BarLayout.tsx';
import type { LayoutTexts } from '../ui/board/texts.ts';

interface Props {
  readonly texts: LayoutTexts & { readonly notFound: string };
}

/** The overlay on air: the board, or nothing at all until there is one. */
export default function Overlay({ texts }: Props) {
  const [{ $live, $clockText, search }] = useState(() => createOverlay(viewerEnvironment()));
  const { board, missing } = useStore($live);
  if (board) {
    const theme = resolveTheme(search, board.theme);
    return <BarLayout board={board} theme={theme} $clockText={$clockText} texts={texts} />;
  }
  return missing ? <p className="overlay-missing">{texts.notFound}</p> : null;
}
