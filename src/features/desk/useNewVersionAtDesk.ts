import { useEffect, useRef } from 'react';
import { isAtRest } from '../../core/site/reload-when-idle.ts';
import { shownOf } from '../../games/boards.ts';
import { isBusy, versionEnvironment, watchUse } from '../../browser/version.ts';
import type { TableDesk } from './table-desk.ts';
import { useNewVersion } from '../../kit/useNewVersion.ts';

/**
 * Reloads the page once the site has a newer version, provided that neither the `screen` nor `$scored` has unfinished
 * work.
 */
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
      isBusy: isBusy(),
      hasFilled,
      isVisible: isVisible(),
      pending: scored?.pending ?? 0,
      isOver: scored !== null && shownOf(scored.rules.board(scored.state)).over,
      leftForMillis: atMillis - leftMillis,
      untouchedForMillis: atMillis - touchedMillis,
    });
  });
};
