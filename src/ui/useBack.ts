import { useEffect, useEffectEvent } from 'react';

/**
 * While `isOpen`, the browser's Back calls `close` instead of leaving the page. Close what is open with what this returns,
 * so that Back isn't needed twice afterwards.
 */
export const useBack = (isOpen: boolean, close: () => void): (() => void) => {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const back = () => onBack();
    history.pushState(null, '');
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [isOpen]);
  return () => history.back();
};
