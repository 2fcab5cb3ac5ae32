import { useState } from 'react';
import { readLook } from '../../../core/overlay/look.ts';
import { LiveBoard } from '../../board/LiveBoard.tsx';
import type { HallPartProps } from './props.ts';

/** The score over a video. */
export default function HallOverlay({ hall, texts }: HallPartProps) {
  const [overlay] = useState(hall.overlay);
  return (
    <LiveBoard overlay={overlay} look={readLook('', { theme: 'dark', locale: texts.locale })} texts={texts} />
  );
}
