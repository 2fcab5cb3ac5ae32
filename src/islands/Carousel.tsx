import { useStore } from '@nanostores/react';
import { type PointerEvent, useRef, useState } from 'react';
import { isAdvancing, keyStep, swipeStep } from '../core/site/carousel.ts';
import { pictureOf, SLIDES } from '../core/site/picture.ts';
import { LOCALES, type Locale } from '../i18n/locales.ts';
import { formatMessage } from '../i18n/format.ts';
import type { Areas } from '../i18n/texts.ts';
import { createCarousel } from './carousel.ts';
import { useHydrated } from '../kit/useHydrated.ts';

interface Props {
  locale: Locale;
  /** The pictures' text alternatives. */
  alts: readonly string[];
  /** The display width of the pictures, as a `sizes` attribute. */
  sizes: string;
  /** Time per slide; without it, the carousel doesn't advance automatically. */
  intervalMillis?: number;
  texts: Areas['carousel'];
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

/** Before hydration, and without JavaScript, the slides are a strip with scroll snapping. */
export default function Carousel({ locale, alts, sizes, intervalMillis, texts: carousel }: Props) {
  const { dir } = LOCALES[locale];
  const [player] = useState(() => createCarousel(SLIDES.length, intervalMillis));
  const state = useStore(player.$state, { ssr: 'initial' });
  const ready = useHydrated();
  const finger = useRef<{ x: number; y: number } | null>(null);
  const count = SLIDES.length;
  // Slides load when a neighbour is shown, so that a phone fetches two or three pictures, not all.
  const [met, setMet] = useState<readonly number[]>([]);
  const near = [state.index, state.previous, (state.index + 1) % count, (state.index + count - 1) % count];
  const fresh = near.filter((index) => !met.includes(index));
  if (fresh.length > 0) setMet([...met, ...fresh]);

  const endSwipe = ({ clientX, clientY }: PointerEvent) => {
    if (!finger.current) return;
    player.step(swipeStep({ x: clientX - finger.current.x, y: clientY - finger.current.y }, dir));
    finger.current = null;
  };

  return (
    <section
      className={ready ? 'carousel carousel--ready' : 'carousel'}
      aria-roledescription={carousel.role}
      aria-label={carousel.label}
      onKeyDown={(event) => {
        const by = keyStep(event.key, dir);
        if (by === 0) return;
        event.preventDefault();
        player.step(by);
      }}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') player.hold('hover');
      }}
      onPointerLeave={() => player.release('hover')}
      onFocus={({ target }) => {
        if (target.matches(':focus-visible')) player.hold('focus');
      }}
      onBlur={() => player.release('focus')}
    >
      <div
        className="carousel__view"
        // Focusable before and after hydration: the strip scrolls, the carousel takes arrow keys, and the focus is kept.
        tabIndex={0}
        onPointerDown={({ pointerType, clientX, clientY }) => {
          if (pointerType !== 'mouse') finger.current = { x: clientX, y: clientY };
        }}
        onPointerUp={endSwipe}
        onDragStart={(event) => event.preventDefault()}
        onPointerCancel={() => {
          finger.current = null;
        }}
      >
        {SLIDES.map((name, index) => {
          const { avif, jpg } = pictureOf(name, locale);
          const current = index === state.index;
          const modifier = current
            ? ' carousel__slide--current'
            : index === state.previous
              ? ' carousel__slide--leaving'
              : '';
          return (
            <div
              key={name}
              className={`carousel__slide${ready ? modifier : ''}`}
              role="group"
              aria-roledescription={carousel.slide}
              aria-label={formatMessage(carousel.position, { number: index + 1, count })}
              hidden={ready && !met.includes(index)}
              aria-hidden={(ready && !current) || undefined}
            >
              <picture>
                <source type="image/avif" srcSet={avif} sizes={sizes} />
                <img loading="lazy" {...jpg} sizes={sizes} alt={alts[index]} />
              </picture>
              {!ready && <p className="carousel__caption">{alts[index]}</p>}
            </div>
          );
        })}
        {ready && (
          <p
            className="carousel__caption"
            aria-live={isAdvancing(state) && intervalMillis ? 'off' : 'polite'}
          >
            {alts[state.index]}
          </p>
        )}
      </div>
      <div className="carousel__controls">
        <div className="carousel__dots">
          {alts.map((alt, index) => (
            <button
              key={alt}
              type="button"
              className="carousel__dot"
              disabled={!ready}
              aria-label={formatMessage(carousel.goTo, { number: index + 1 })}
              aria-current={index === state.index || undefined}
              onClick={() => player.goTo(index)}
            />
          ))}
        </div>
        <div className="carousel__buttons">
          {intervalMillis !== undefined && (
            <button
              type="button"
              className="carousel__button"
              disabled={!ready}
              aria-label={state.paused ? carousel.play : carousel.pause}
              onClick={player.toggle}
            >
              <Sign path={state.paused ? 'M7 4.5v15l12-7.5z' : 'M8 5v14M16 5v14'} />
            </button>
          )}
          <button
            type="button"
            className="carousel__button"
            disabled={!ready}
            aria-label={carousel.previous}
            onClick={() => player.step(-1)}
          >
            <Sign path="m15 18-6-6 6-6" mirrored />
          </button>
          <button
            type="button"
            className="carousel__button"
            disabled={!ready}
            aria-label={carousel.next}
            onClick={() => player.step(1)}
          >
            <Sign path="m9 18 6-6-6-6" mirrored />
          </button>
        </div>
      </div>
    </section>
  );
}
