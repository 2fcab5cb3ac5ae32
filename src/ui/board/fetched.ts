import { useEffect, useState } from 'react';

/** How long a page waits before it asks again for a part that didn't come. */
const AGAIN_MILLIS = 3000;

/** Parts that a page fetches when it draws them, and keeps. */
export const fetched = <Name extends string, Part extends object>(
  parts: Readonly<Record<Name, () => Promise<Part>>>,
) => {
  const arrived = new Map<Name, Part>();
  const underway = new Map<Name, Promise<void>>();

  /** Fetches a part; another call while it is on its way asks for nothing. Fails as a fetch does. */
  const fetchPart = async (name: Name): Promise<void> => {
    const ask = async (): Promise<void> => {
      try {
        arrived.set(name, await parts[name]());
      } finally {
        underway.delete(name);
      }
    };
    const asked = underway.get(name) ?? ask();
    underway.set(name, asked);
    await asked;
  };

  /** A part; null until it has come, for which it asks again and again: on air nothing says an error. */
  const usePart = (name: Name): Part | null => {
    const [, setCome] = useState(0);
    const part = arrived.get(name) ?? null;
    useEffect(() => {
      if (part) return undefined;
      const again: { timer?: ReturnType<typeof setTimeout> } = {};
      let gone = false;
      const ask = (): void => {
        fetchPart(name).then(
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

  return { fetchPart, usePart };
};
