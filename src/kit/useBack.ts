import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/** The kinds of layers, stored as the state of a layer's history entry. */
type Layer = 'overPage' | 'overPad';

/**
 * Lets the browser's Back close a layer instead of leaving the page below it. If the layer is closed otherwise, its
 * history entry stays and Back skips it, because going back takes a moment in which another layer may open. Returns a
 * function that closes or leaves by calling `then`, without that entry.
 */
export const useBack = (layer: Layer, isOpen: boolean, close: () => void): ((then: () => void) => void) => {
  const latest = useRef({ isOpen, close });
  useLayoutEffect(() => {
    latest.current = { isOpen, close };
  });
  const wasOver = useRef(false);
  const leaving = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (isOpen && history.state !== layer) history.pushState(layer, '');
    wasOver.current = history.state === layer;
  }, [layer, isOpen]);

  useEffect(() => {
    const popped = (): void => {
      const isGone = wasOver.current && history.state !== layer;
      wasOver.current = history.state === layer;
      if (!isGone) return;
      const { current: then } = leaving;
      leaving.current = null;
      if (then) then();
      else if (latest.current.isOpen) latest.current.close();
      else history.back();
    };
    addEventListener('popstate', popped);
    return () => removeEventListener('popstate', popped);
  }, [layer]);

  return useCallback(
    (then) => {
      if (history.state !== layer) {
        then();
        return;
      }
      leaving.current = then;
      history.back();
    },
    [layer],
  );
};
