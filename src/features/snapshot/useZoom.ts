import type { PanzoomObject } from '@panzoom/panzoom';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

const MOST = 6;
const STEP = 0.45;
/** Without Panzoom's animation: it measures the element, so a second step would measure it in motion. */
const AT_ONCE = { animate: false };
const DOUBLE_TAP = 2.5;
const DOUBLE_TAP_MILLIS = 350;
const DOUBLE_TAP_PIXELS = 30;
const ARROW_PIXELS = 60;
/** For this long after scrolling to the top, the wheel still belongs to the page. */
const SCROLL_MILLIS = 400;

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [ARROW_PIXELS, 0],
  ArrowRight: [-ARROW_PIXELS, 0],
  ArrowUp: [0, ARROW_PIXELS],
  ArrowDown: [0, -ARROW_PIXELS],
};

/** Panzoom's measured scale is off by a few millionths. */
const isWhole = (scale: number): boolean => scale < 1.001;

export interface Zoom {
  /** 1 shows the whole picture. */
  readonly scale: number;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly reset: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Zooms and pans `sheet` within `frame`, its parent, by touch, wheel, keys and buttons. While not zoomed in,
 * touch and wheel scroll the page as usual. The script for it loads when `isWanted`.
 */
export const useZoom = (
  frame: RefObject<HTMLElement | null>,
  sheet: RefObject<HTMLElement | null>,
  isWanted: boolean,
): Zoom => {
  const [scale, setScale] = useState(1);
  const loading = useRef<Promise<PanzoomObject | undefined>>(undefined);

  const load = (): Promise<PanzoomObject | undefined> =>
    (loading.current ??= import('@panzoom/panzoom').then(
      ({ default: create }) => {
        const node = sheet.current;
        if (!node) return undefined;
        const zoom = create(node, {
          canvas: true,
          contain: 'outside',
          cursor: 'auto',
          handleStartEvent: () => {},
          maxScale: MOST,
          minScale: 1,
          panOnlyWhenZoomed: true,
          pinchAndPan: true,
          step: STEP,
          touchAction: 'pan-y',
        });
        node.addEventListener('panzoomchange', (event) => {
          const { detail } = event as CustomEvent<{ scale: number }>;
          const whole = isWhole(detail.scale);
          zoom.setOptions({ touchAction: whole ? 'pan-y' : 'none', cursor: whole ? 'auto' : 'grab' });
          setScale(whole ? 1 : detail.scale);
        });
        return zoom;
      },
      () => {
        // Loading failed: the next touch tries again.
        loading.current = undefined;
        return undefined;
      },
    ));

  const withZoom = (step: (zoom: PanzoomObject) => void): void =>
    void load().then((zoom) => {
      if (zoom) step(zoom);
    });

  useEffect(() => {
    const node = frame.current;
    if (!isWanted || !node) return undefined;
    void load();
    const over = new AbortController();
    const { signal } = over;
    let scrolled = Number.NEGATIVE_INFINITY;
    let tapped = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
    let zoom: PanzoomObject | undefined;
    void load().then((loaded) => {
      zoom = loaded;
    });
    addEventListener(
      'scroll',
      ({ timeStamp }) => {
        scrolled = timeStamp;
      },
      { passive: true, signal },
    );
    node.addEventListener(
      'wheel',
      (event) => {
        if (!zoom) return;
        const isPage =
          isWhole(zoom.getScale()) &&
          !event.ctrlKey &&
          (event.deltaY > 0 || scrollY > 0 || event.timeStamp - scrolled < SCROLL_MILLIS) &&
          !document.fullscreenElement;
        if (!isPage) zoom.zoomWithWheel(event);
      },
      { passive: false, signal },
    );
    node.addEventListener(
      'click',
      (event) => {
        const { timeStamp: at, clientX: x, clientY: y } = event;
        const isSecond =
          at - tapped.at < DOUBLE_TAP_MILLIS && Math.hypot(x - tapped.x, y - tapped.y) < DOUBLE_TAP_PIXELS;
        tapped = { at: isSecond ? Number.NEGATIVE_INFINITY : at, x, y };
        if (!isSecond || !zoom) return;
        if (!isWhole(zoom.getScale())) zoom.reset(AT_ONCE);
        else zoom.zoomToPoint(DOUBLE_TAP, event, AT_ONCE);
      },
      { signal },
    );
    return () => over.abort();
  }, [frame, isWanted]);

  const zoomIn = (): void => withZoom((zoom) => zoom.zoomIn(AT_ONCE));
  const zoomOut = (): void => withZoom((zoom) => zoom.zoomOut(AT_ONCE));
  const reset = (): void => withZoom((zoom) => zoom.reset(AT_ONCE));

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = scale > 1 ? ARROWS[event.key] : undefined;
    if (event.key === '+' || event.key === '=') zoomIn();
    else if (event.key === '-') zoomOut();
    else if (event.key === '0') reset();
    else if (arrow)
      withZoom((zoom) =>
        zoom.pan(arrow[0] / zoom.getScale(), arrow[1] / zoom.getScale(), { relative: true }),
      );
    else return;
    event.preventDefault();
  };

  return { scale, zoomIn, zoomOut, reset, onKeyDown };
};
