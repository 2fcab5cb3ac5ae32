import type { CopyOutcome } from '../core/snapshot/follow-snapshot.ts';
import type { SnapshotEnvironment } from './snapshot.ts';
import { createTimer } from './timer.ts';

/** How long the page confirms that the link was copied. */
const COPIED_MILLIS = 5000;

interface SharingOptions {
  readonly environment: Pick<SnapshotEnvironment, 'copyText' | 'share' | 'sharedFile'>;
  /** The link of the content on screen; undefined if there is none. */
  readonly link: () => string | undefined;
  /** The address of its picture. */
  readonly picture: () => string | undefined;
  /** Shows the outcome of copying the link for a while. */
  readonly onCopy: (copy: CopyOutcome | undefined) => void;
}

export interface Sharing {
  /** Opens the device's share dialog, with the picture if supported; copies the link if there is no dialog. */
  readonly share: (title: string) => Promise<void>;
  readonly copyLink: () => Promise<void>;
  readonly stop: () => void;
}

/** Sharing a link and its picture. */
export const createSharing = ({ environment, link, picture, onCopy }: SharingOptions): Sharing => {
  const copySaid = createTimer();

  const copyLink = async (): Promise<void> => {
    const address = link();
    if (address === undefined) return;
    const isCopied = await environment.copyText(address);
    onCopy(isCopied ? { kind: 'copied' } : { kind: 'link', link: address });
    copySaid.stop();
    if (isCopied) copySaid.set(COPIED_MILLIS, () => onCopy(undefined));
  };

  return {
    copyLink,
    share: async (title) => {
      const url = link();
      if (url === undefined) return;
      const source = picture();
      const file = source === undefined ? undefined : await environment.sharedFile(source);
      try {
        await environment.share({ title, url, ...(file && { files: [file] }) });
      } catch (error) {
        // The visitor closed the device's dialog, which isn't a failure.
        if (!(error instanceof Error && error.name === 'AbortError')) await copyLink();
      }
    },
    stop: copySaid.stop,
  };
};
