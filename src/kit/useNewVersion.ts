import { useEffect, useRef } from 'react';
import { versionEnvironment } from '../browser/version.ts';

/**
 * Reloads the page once the site has a newer version, or a part of the page couldn't be fetched, and `isSafe` returns
 * true, which is checked several times a second.
 */
export const useNewVersion = (isSafe: () => boolean): void => {
  const latest = useRef(isSafe);
  useEffect(() => {
    latest.current = isSafe;
  });
  useEffect(() => {
    let isOver = false;
    let end = (): void => {};
    // Loaded last; without it, the page just stays as it is.
    import('../browser/new-version.ts').then(
      ({ keepUpToDate }) => {
        if (!isOver) end = keepUpToDate(versionEnvironment, () => latest.current());
      },
      () => {},
    );
    return () => {
      isOver = true;
      end();
    };
  }, []);
};
