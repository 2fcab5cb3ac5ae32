import { useEffect, useRef } from 'react';
import { isLeft } from '../core/site/version.ts';
import { isBusy, versionEnvironment } from '../stores/environment/version.ts';

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
    import('../stores/site/new-version.ts').then(
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

/** The same for a page on which somebody works: once they leave a `screen` with nothing pending. */
export const useNewVersionAtDesk = (screen: string, pending: () => number): void => {
  const { now } = versionEnvironment;
  const leftMillis = useRef(-Infinity);
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current !== screen) leftMillis.current = now();
    shown.current = screen;
  }, [now, screen]);
  useNewVersion(() =>
    isLeft({ leftForMillis: now() - leftMillis.current, isBusy: isBusy(), pending: pending() }),
  );
};
