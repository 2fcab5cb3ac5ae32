import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { viewerClient } from '../backend/client.ts';
import { viewerBackend } from '../backend/overlays.ts';
import { resolveTheme } from '../core/overlay/board.ts';
import { createOverlay } from '../stores/overlay/overlay.ts';
import { steadyNow } from '../stores/visit.ts';
import { Board, type BoardTexts } from '../ui/board/BarLayout.tsx';

interface Props {
  readonly texts: BoardTexts & { readonly notFound: string };
}

const openOverlay = () => {
  const { pathname, search } = location;
  const backend = viewerBackend(viewerClient());
  return { ...createOverlay(pathname, () => backend, steadyNow), search };
};

/** The overlay on air: the board, or nothing at all until there is one. */
export default function Overlay({ texts }: Props) {
  const [{ $live, $clockText, search }] = useState(openOverlay);
  const { board, missing } = useStore($live);
  if (board) {
    return (
      <Board state={board} theme={resolveTheme(search, board.theme)} $clockText={$clockText} texts={texts} />
    );
  }
  return missing ? <p className="overlay-missing">{texts.notFound}</p> : null;
}
