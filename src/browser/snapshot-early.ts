/** The request made by the page's early script. */
export interface EarlyRequest {
  readonly match: string;
  /** When it was sent, in device time. */
  readonly sentMillis: number;
  /** The endpoint's answer; rejects if there is none. */
  readonly answer: Promise<string>;
  /** Resolves when the picture is shown or has failed. */
  readonly settled: Promise<void>;
}

declare global {
  interface Window {
    snapshotEarly?: EarlyRequest | undefined;
  }
}

/** Id of the element for the early picture, until the viewer shows it itself. */
export const EARLY_PICTURE_ID = 'snapshot-early';
/** Id of the status element, whose first texts the early script sets. */
export const EARLY_STATUS_ID = 'snapshot-status';

/** Options passed by the build to the early script. */
export interface EarlyOptions {
  /** Templates as in `SnapshotHost`; `origin` in them is replaced by the page's own. */
  readonly endpoint: string;
  readonly image: string;
  /** Address of our own service's small copy, which arrives first on a slow network; empty for another host. */
  readonly small: string;
  readonly origin: string;
  readonly place: string;
  readonly status: string;
  readonly texts: { readonly fetching: string; readonly loadingImage: string };
}

/**
 * Fetches the latest picture and shows it before the viewer's own script has loaded.
 *
 * Self-contained on purpose: the page inlines this function's source in a script that runs first.
 */
export function requestEarly({ endpoint, image, small, origin, place, status, texts }: EarlyOptions): void {
  const match = new URLSearchParams(location.search).get('match')?.trim();
  if (!match) return;
  const sentMillis = performance.timeOrigin + performance.now();
  const here = (address: string): string => address.replace(origin, location.origin);
  const setStatus = (text: string): void => {
    const line = document.getElementById(status);
    if (line) line.textContent = text;
  };
  const built = new Promise<void>((resolve) => {
    if (document.getElementById(place)) resolve();
    else document.addEventListener('DOMContentLoaded', () => resolve());
  });
  const address = new URL(here(endpoint));
  address.searchParams.set('latest', '1');
  address.searchParams.set('matchId', match);
  const answer = fetch(address, { cache: 'no-store' }).then((reply) => reply.text());
  void built.then(() => {
    if (window.snapshotEarly) setStatus(texts.fetching);
  });
  const hang = (source: string): HTMLImageElement => {
    const picture = new Image();
    picture.className = 'snapshot__image';
    picture.referrerPolicy = 'no-referrer';
    picture.fetchPriority = 'high';
    picture.alt = '';
    picture.src = source;
    void built.then(() => {
      // The viewer may have taken over already.
      if (window.snapshotEarly) document.getElementById(place)?.append(picture);
    });
    return picture;
  };
  // Shown without waiting for the answer.
  const sketch = small ? hang(`${here(small)}&matchId=${encodeURIComponent(match)}`) : undefined;
  const sketched = sketch?.decode().catch(() => sketch.remove());
  const show = async (): Promise<void> => {
    const { ok, id } = JSON.parse(await answer) as Readonly<Record<string, unknown>>;
    if (ok === false || typeof id !== 'string' || !id) return;
    const of = (template: string): string => here(template).replaceAll('{id}', () => encodeURIComponent(id));
    const stamp = String(Math.floor(sentMillis));
    let source = of(image);
    if (source.includes('{stamp}')) source = source.replaceAll('{stamp}', stamp);
    else source += `${source.includes('?') ? '&' : '?'}t=${stamp}`;
    void built.then(() => {
      if (window.snapshotEarly) setStatus(texts.loadingImage);
    });
    await sketched;
    const picture = hang(source);
    // A failed image would show the browser's broken-image icon.
    await picture.decode().catch(() => picture.remove());
  };
  const settled = show()
    .catch(() => {})
    .then(() => sketch?.remove());
  window.snapshotEarly = { match, sentMillis, answer, settled };
}

/** Takes the early request for a match, once; undefined if there was none or it was taken. */
export const takeEarlyRequest = (match: string): EarlyRequest | undefined => {
  const early = window.snapshotEarly;
  delete window.snapshotEarly;
  return early?.match === match ? early : undefined;
};
