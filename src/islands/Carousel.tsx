import { useStore } from '@nanostores/react';
import { type PointerEvent, useRef, useState } from 'react';
import { isAdvancing, keyStep, swipeStep } from '../core/site/carousel.ts';
import { PICTURE_FORMATS, PICTURE_SIZE, pictureSet } from '../core/site/picture.ts';
import { createCarousel } from '../stores/site/carousel.ts';
import { useHydrated } from '../ui/useHydrated.ts';

interface Props {
  slides: readonly { readonly url: string; readonly alt: string }[];
  /** How wide the pictures are shown, as the `sizes` attribute says it. */
  sizes: string;
  dir: 'ltr' | 'rtl';
  /** Time between two slides; without it the carousel never moves by itself. */
  intervalMillis?: number;
  /** `goTo` names a slide's dot: `{{number}}` stands for the slide's number, from 1. */
  texts: Readonly<Record<'label' | 'previous' | 'next' | 'pause' | 'play' | 'goTo', string>>;
}

const Sign = ({ path, mirrored = false }: { path: string; mirrored?: boolean }) => (
  <svg
    className={mirrored ? 'icon icon--directional' : 'icon'}
    width="22"
    height="22"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);

/** Before it wakes up, and without JavaScript, the slides are a strip that scrolls and snaps. */
export default function Carousel({ slides, sizes, dir, intervalMillis, texts }: Props) {
  const [carousel] = useState(() => createCarousel(slides.length, intervalMillis));
  const state = useStore(carousel.$state, { ssr: 'initial' });
  const ready = useHydrated();
  const finger = useRef<{ x: number; y: number } | null>(null);
  const count = slides.length;
  // The others load when a neighbour is shown: a phone fetches two or three pictures, not all.
  const [met, setMet] = useState<readonly number[]>([]);
  const near = [state.index, state.previous, (state.index + 1) % count, (state.index + count - 1) % count];
  const fresh = near.filter((index) => !met.includes(index));
  if (fresh.length > 0) setMet([...met, ...fresh]);

  const endSwipe = ({ clientX, clientY }: PointerEvent) => {
    if (!finger.current) return;
    carousel.step(swipeStep({ x: clientX - finger.current.x, y: clientY - finger.current.y }, dir));
    finger.current = null;
  };

  return (
    <section
      className={ready ? 'carousel carousel--ready' : 'carousel'}
      aria-label={texts.label}
      onKeyDown={(event) => {
        const by = keyStep(event.key, dir);
        if (by === 0) return;
        event.preventDefault();
        carousel.step(by);
      }}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') carousel.hold('hover');
      }}
      onPointerLeave={() => carousel.release('hover')}
      onFocus={({ target }) => {
        if (target.matches(':focus-visible')) carousel.hold('focus');
      }}
      onBlur={() => carousel.release('focus')}
    >
      <div
        className="carousel__view"
        // For the keyboard: the strip scrolls, the carousel takes arrows, and waking up doesn't lose the focus.
        tabIndex={0}
        onPointerDown={({ pointerType, clientX, clientY }) => {
          if (pointerType !== 'mouse') finger.current = { x: clientX, y: clientY };
        }}
        onPointerUp={endSwipe}
        onPointerCancel={() => {
          finger.current = null;
        }}
      >
        {slides.map(({ url, alt }, index) => {
          const current = index === state.index;
          const modifier = current
            ? ' carousel__slide--current'
            : index === state.previous
              ? ' carousel__slide--leaving'
              : '';
          return (
            <figure
              key={url}
              className={`carousel__slide${ready ? modifier : ''}`}
              hidden={ready && !met.includes(index)}
              aria-hidden={ready && !current}
            >
              <picture>
                {PICTURE_FORMATS.map((format) => (
                  <source
                    key={format}
                    type={`image/${format}`}
                    srcSet={pictureSet(url, format)}
                    sizes={sizes}
                  />
                ))}
                <img
                  loading="lazy"
                  {...PICTURE_SIZE}
                  src={url}
                  srcSet={pictureSet(url, 'jpg')}
                  sizes={sizes}
                  alt={alt}
                  draggable="false"
                />
              </picture>
              {!ready && <figcaption>{alt}</figcaption>}
            </figure>
          );
        })}
        {ready && (
          <p
            className="carousel__caption"
            aria-live={isAdvancing(state) && intervalMillis ? 'off' : 'polite'}
          >
            {slides[state.index]?.alt}
          </p>
        )}
      </div>
      <div className="carousel__controls">
        <div className="carousel__dots">
          {slides.map(({ url }, index) => (
            <button
              key={url}
              type="button"
              className="carousel__dot"
              disabled={!ready}
              aria-label={texts.goTo.replace('{{number}}', String(index + 1))}
              aria-current={index === state.index}
              onClick={() => carousel.goTo(index)}
            />
          ))}
        </div>
        <div className="carousel__buttons">
          {intervalMillis !== undefined && (
            <button
              type="button"
              className="carousel__button"
              disabled={!ready}
              aria-label={state.paused ? texts.play : texts.pause}
              onClick={carousel.toggle}
            >
              <Sign path={state.paused ? 'M7 4.5v15l12-7.5z' : 'M8 5v14M16 5v14'} />
            </button>
          )}
          <button
            type="button"
            className="carousel__button"
            disabled={!ready}
            aria-label={texts.previous}
            onClick={() => carousel.step(-1)}
          >
            <Sign path="m15 18-6-6 6-6" mirrored />
          </button>
          <button
            type="button"
            className="carousel__button"
            disabled={!ready}
            aria-label={texts.next}
            onClick={() => carousel.step(1)}
          >
            <Sign path="m9 18 6-6-6-6" mirrored />
          </button>
        </div>
      </div>
    </section>
  );
}
