import type { ReadableAtom } from 'nanostores';
import type { ViewerBackend } from '../../backend/contract.ts';
import { liveOf, OVERLAY, overlayOf, type Live } from '../../core/overlay/follow-overlay.ts';
import { derived } from '../../browser/derived.ts';
import type { Environment } from '../../browser/browser.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import { createFollower } from '../../browser/follow.ts';

export interface LiveOverlayOptions {
  readonly backend: () => ViewerBackend;
  /** Token or id; idle while null. */
  readonly $key: ReadableAtom<string | null>;
  readonly environment: Pick<Environment, 'now' | 'isVisible' | 'isOnline' | 'watchPage'>;
  /** The id of a screen that reports what it shows; omitted for mere previews, such as a desk's. */
  readonly screen?: string | undefined;
}

export interface LiveOverlay {
  readonly $live: ReadableAtom<Live>;
  /** Fetches now. Resolves to whether the server answered. */
  readonly refresh: () => Promise<boolean>;
}

/** Follows an overlay. */
export const createLiveOverlay = ({
  backend,
  $key,
  environment,
  screen,
}: LiveOverlayOptions): LiveOverlay => {
  const { $state, follow, note, refresh } = createFollower({
    subject: OVERLAY,
    known: overlayOf(null),
    environment,
    ask: ({ known: { key, board } }) => {
      if (key === null) return Promise.resolve(null);
      return backend().getOverlay(
        key,
        screen === undefined ? undefined : { screen, rev: board?.rev ?? null },
      );
    },
    listen: (topic, { onMessage, ...listener }) =>
      backend().listen(topic, {
        ...listener,
        changed: (board) => onMessage({ type: 'board', board }),
        branding: () => onMessage({ type: 'branding' }),
        seats: () => onMessage({ type: 'seats' }),
        rights: () => onMessage({ type: 'rights' }),
        gone: () => onMessage({ type: 'gone' }),
      }),
  });

  let last: Live | undefined;
  const $live = derived([$state], (state): Live => {
    const live = liveOf(state);
    const isSame = (Object.keys(live) as (keyof Live)[]).every((name) => live[name] === last?.[name]);
    return (last = isSame && last ? last : live);
  });

  onBrowserMount($live, () => {
    let end = (): void => {};
    const unwatch = $key.subscribe((key) => {
      end();
      // A different overlay: drop everything about the previous one.
      const { known } = $state.get();
      const begun = key === known.key ? known : overlayOf(key);
      note(() => begun);
      end = key === null ? () => {} : follow(begun);
    });
    return () => {
      unwatch();
      end();
    };
  });

  return {
    $live,
    refresh: async () => {
      const key = $key.get();
      return (await refresh()) && $key.get() === key;
    },
  };
};
