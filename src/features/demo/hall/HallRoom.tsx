import { atom } from 'nanostores';
import { useState } from 'react';
import RoomDesk from '../../room/RoomDesk.tsx';
import type { HallPartProps } from './props.ts';

/** The counter's screen: tables and waiting list. */
export default function HallRoom({ hall, texts }: HallPartProps) {
  const [venue] = useState(() => {
    const room = hall.room();
    room.startWith('sample');
    // The list has the players' names.
    return { room, tables: { $tables: atom({ tables: null }), $serverMillis: hall.$nowMillis } };
  });
  return <RoomDesk venue={venue} texts={texts} />;
}
