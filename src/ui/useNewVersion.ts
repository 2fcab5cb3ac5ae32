import { useEffect, useRef } from 'react';
import { isAtRest } from '../core/site/at-rest.ts';
import { shownOf } from '../games/boards.ts';
import type { TableDesk } from '../stores/match/table-desk.ts';
import { isBusy, versionEnvironment, watchUse } from '../stores/environment/version.ts';

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

/** The same for a page on which somebody works on a `screen`, and scores what `$scored` holds. */
export const useNewVersionAtDesk = (screen: string, $scored: TableDesk['$scored']): void => {
  const { now, isVisible } = versionEnvironment;
  const use = useRef({ screen, leftMillis: -Infinity, touchedMillis: 0, hasFilled: false });
  useEffect(() => {
    if (use.current.screen === screen) return;
    Object.assign(use.current, { screen, leftMillis: now(), hasFilled: false });
  }, [now, screen]);
  useEffect(() => {
    const touched = (isFilling: boolean): void => {
      use.current.touchedMillis = now();
      use.current.hasFilled ||= isFilling;
    };
    touched(false);
    return watchUse(touched);
  }, [now]);
  useNewVersion(() => {
    const { leftMillis, touchedMillis, hasFilled } = use.current;
    const scored = $scored.get();
    const atMillis = now();
    return isAtRest({
      ...{ isBusy: isBusy(), hasFilled, isVisible: isVisible() },
      pending: scored?.pending ?? 0,
      isOver: scored !== null && shownOf(scored.rules.board(scored.state)).over,
      leftForMillis: atMillis - leftMillis,
      untouchedForMillis: atMillis - touchedMillis,
    });
  });
};
