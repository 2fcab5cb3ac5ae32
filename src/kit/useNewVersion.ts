import { useEffect, useRef } from 'react';
import { versionEnvironment } from '../browser/version.ts';

/** Loads the page again once the site has a newer version and nothing is at stake, as `isSafe` says several times a second. */
export const useNewVersion = (isSafe: () => boolean): void => {
  const latest = useRef(isSafe);
  useEffect(() => {
    latest.current = isSafe;
  });
  useEffect(() => {
    let isOver = false;
    let end = (): void => {};
    // Later than all that the page is for; without it, the page stays as it is.
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
