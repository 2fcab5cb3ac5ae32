/** What the page's early script has asked already. */
export interface EarlyLook {
  readonly match: string;
  /** When it asked, in device time. */
  readonly sentMillis: number;
  /** The endpoint's answer; rejects when there is none. */
  readonly answer: Promise<string>;
  /** Resolves when the picture stands in its frame, or can't. */
  readonly settled: Promise<void>;
}

declare global {
  interface Window {
    snapshotEarly?: EarlyLook | undefined;
  }
}

/** The frame's place for the picture, until the viewer shows it itself. */
export const EARLY_PLACE = 'snapshot-early';
/** The status, whose first texts come from here. */
export const EARLY_STATUS = 'snapshot-status';

/** What the early script is given while the page is built. */
export interface EarlyOptions {
  /** Templates as in `SnapshotHost`; `origin` stands in them for the page's own. */
  readonly endpoint: string;
  readonly image: string;
  /** A small copy of our own service's latest picture, which a slow network brings first; empty for another host. */
  readonly small: string;
  readonly origin: string;
  readonly place: string;
  readonly status: string;
  readonly texts: { readonly fetching: string; readonly loadingImage: string };
}

/**
 * Asks for the latest picture and has it painted before the viewer's own script is there.
 *
 * Self-contained on purpose: the page carries this function's own source in a script that runs first of all.
 */
export function lookEarly({ endpoint, image, small, origin, place, status, texts }: EarlyOptions): void {
  const match = new URLSearchParams(location.search).get('match')?.trim();
  if (!match) return;
  const sentMillis = performance.timeOrigin + performance.now();
  const here = (address: string): string => address.replace(origin, location.origin);
  const say = (text: string): void => {
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
    if (window.snapshotEarly) say(texts.fetching);
  });
  const hang = (source: string): HTMLImageElement => {
    const picture = new Image();
    picture.className = 'snapshot__image';
    picture.referrerPolicy = 'no-referrer';
    picture.fetchPriority = 'high';
    picture.alt = '';
    picture.src = source;
    void built.then(() => {
      // The viewer may have come first.
      if (window.snapshotEarly) document.getElementById(place)?.append(picture);
    });
    return picture;
  };
  // Nobody waits for the answer to see it.
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
      if (window.snapshotEarly) say(texts.loadingImage);
    });
    await sketched;
    const picture = hang(source);
    // An address that doesn't work would leave its broken sign.
    await picture.decode().catch(() => picture.remove());
  };
  const settled = show()
    .catch(() => {})
    .then(() => sketch?.remove());
  window.snapshotEarly = { match, sentMillis, answer, settled };
}

/** What was asked early for a match; undefined when nothing was, and the second time. */
export const takeEarly = (match: string): EarlyLook | undefined => {
  const early = window.snapshotEarly;
  delete window.snapshotEarly;
  return early?.match === match ? early : undefined;
};
