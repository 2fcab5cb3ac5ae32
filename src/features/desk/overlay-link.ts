import { atom, type ReadableAtom } from 'nanostores';
import { changeLook, lookOf, queryOf } from '../../core/overlay/overlay-link.ts';
import type { Look } from '../../core/overlay/look.ts';
import { localeOf } from '../../i18n/urls.ts';
import type { Environment } from '../../browser/browser.ts';
import { createKept } from '../../browser/kept.ts';

/** The look chosen for a table's overlay link. */
export interface OverlayLink {
  readonly $look: ReadableAtom<Look>;
  readonly choose: (change: Partial<Look>) => void;
  /** Back to the default look. Its language is the desk's, which viewers probably speak. */
  readonly reset: () => void;
}

/** Stored on this device; if the browser can't, it lasts as long as the page. */
export const createOverlayLink = (
  environment: Pick<Environment, 'address' | 'lasting'>,
  tableId: string,
): OverlayLink => {
  const kept = createKept<string>(environment, `air-1-${tableId}`);
  const locale = localeOf(environment.address().pathname);
  const $look = atom(lookOf(kept.read() ?? '', locale));
  return {
    $look,
    choose: (change) => {
      const look = changeLook($look.get(), change);
      $look.set(look);
      kept.keep(queryOf(look, locale));
    },
    reset: () => {
      $look.set(lookOf('', locale));
      kept.forget();
    },
  };
};
