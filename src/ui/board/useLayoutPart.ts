import { useEffect, useState } from 'react';
import type { LayoutName } from '../../core/overlay/layouts.ts';
import { LAYOUT_PARTS } from './layouts.ts';
import type { LayoutPart } from './part.ts';

const arrived = new Map<LayoutName, LayoutPart>();
const underway = new Map<LayoutName, Promise<void>>();

/** How long it waits before it asks again for a layout that didn't come. */
const AGAIN_MILLIS = 3000;

/** Fetches a layout's part, which is kept; another call while it is on its way asks for nothing. Fails as a fetch does. */
export const fetchLayout = async (name: LayoutName): Promise<void> => {
  const ask = async (): Promise<void> => {
    try {
      arrived.set(name, await LAYOUT_PARTS[name]());
    } finally {
      underway.delete(name);
    }
  };
  const asked = underway.get(name) ?? ask();
  underway.set(name, asked);
  await asked;
};

/** A layout's part; null until it has come, for which it asks again and again: on air nothing says an error. */
export const useLayoutPart = (name: LayoutName): LayoutPart | null => {
  const [, setCome] = useState(0);
  const part = arrived.get(name) ?? null;
  useEffect(() => {
    if (part) return undefined;
    const again: { timer?: ReturnType<typeof setTimeout> } = {};
    let gone = false;
    const ask = (): void => {
      fetchLayout(name).then(
        () => !gone && setCome((times) => times + 1),
        () => {
          if (!gone) again.timer = setTimeout(ask, AGAIN_MILLIS);
        },
      );
    };
    ask();
    return () => {
      gone = true;
      clearTimeout(again.timer);
    };
  }, [name, part]);
  return part;
};
