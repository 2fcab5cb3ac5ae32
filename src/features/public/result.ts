import type { ReadableAtom } from 'nanostores';
import {
  NO_RESULT_YET,
  readResultReply,
  RESULT,
  type ViewedResult,
} from '../../core/results/follow-result.ts';
import { resultAddress } from '../../core/results/address.ts';
import { cardAddress, idInAddress, resultCall } from '../../core/results/page.ts';
import { ownAnswer } from '../../core/snapshot/snapshot-replies.ts';
import { localeOf } from '../../i18n/urls.ts';
import { derived } from '../../browser/derived.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { SnapshotEnvironment } from '../../browser/snapshot.ts';
import { createFollower } from '../../browser/follow.ts';
import { createSharing, type Sharing } from '../../browser/sharing.ts';
import { withTimeout } from '../../browser/with-timeout.ts';

const ANSWER_MILLIS = 15_000;

interface ResultLinks {
  /** The page's own address, with the result's current version. */
  readonly page: string;
  /** The result card as a file. */
  readonly download: string;
}

export interface ResultViewer extends Pick<Sharing, 'share' | 'copyLink'> {
  readonly $viewing: ReadableAtom<ViewedResult>;
  /** Null without a result. */
  readonly $links: ReadableAtom<ResultLinks | null>;
  readonly refresh: () => void;
  readonly print: () => void;
}

/** The state and actions of a result's page. The result is named by the page's address. */
export const createResultViewer = (environment: SnapshotEnvironment): ResultViewer => {
  const { $state, follow, note, refresh } = createFollower({
    subject: RESULT,
    known: NO_RESULT_YET,
    environment,
    ask: (_state, signal) => {
      const id = idInAddress(environment.address());
      if (id === undefined) return Promise.resolve({ kind: 'unknown' } as const);
      return withTimeout(signal, ANSWER_MILLIS, async (limit) => {
        const answer = await environment.fetch(resultCall(environment.ownService(), id), {
          cache: 'no-store',
          signal: limit,
        });
        return readResultReply(ownAnswer(await answer.text()));
      });
    },
    listen: () => () => {},
    spread: environment.spread,
  });
  const $viewing = derived([$state], ({ known }) => known);

  const linksOf = ({ shown }: ViewedResult): (ResultLinks & { readonly card: string }) | null => {
    if (shown.kind !== 'result') return null;
    const { origin, pathname } = environment.address();
    const locale = localeOf(pathname);
    const card = cardAddress(environment.ownService(), shown.result, locale);
    return {
      page: origin + resultAddress(locale, shown.result),
      card,
      download: `${card}&export=download`,
    };
  };
  const links = () => linksOf($state.get().known);
  const { stop, ...sharing } = createSharing({
    environment,
    link: () => links()?.page,
    picture: () => links()?.card,
    onCopy: (copy) => note((viewing) => ({ ...viewing, copy })),
  });

  onBrowserMount($viewing, () => {
    const unname = $viewing.listen((viewing) => {
      const link = linksOf(viewing)?.page;
      if (link !== undefined) environment.nameLink(link);
    });
    const end = follow($state.get().known);
    return () => {
      end();
      unname();
      stop();
    };
  });

  return {
    $viewing,
    $links: derived([$viewing], linksOf),
    refresh: () => void refresh(),
    print: environment.print,
    ...sharing,
  };
};
