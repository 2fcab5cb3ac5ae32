import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { readLook } from '../../../core/overlay/look.ts';
import { AnyLayout } from '../../board/AnyLayout.tsx';
import type { HallPartProps } from './props.ts';

/** The score over a video. */
export default function HallOverlay({ hall, texts }: HallPartProps) {
  const [{ $live, clocks }] = useState(hall.overlay);
  const { board, branding } = useStore($live);
  return (
    board && (
      <AnyLayout
        fit
        board={board}
        branding={branding}
        look={readLook('', { theme: 'dark', locale: texts.locale })}
        clocks={clocks}
        texts={texts}
      />
    )
  );
}
