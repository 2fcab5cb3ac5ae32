const FLIP_MILLIS = 180;
const ON_EDGE = { transform: 'rotateX(90deg)' };

/** Turns a number like a flip board. */
const flip = async (digits: HTMLElement, text: string): Promise<void> => {
  await digits.animate([{}, ON_EDGE], FLIP_MILLIS).finished;
  digits.textContent = text;
  digits.animate([ON_EDGE, {}], FLIP_MILLIS);
};

/**
 * Plays the end of a rack once: the last balls go down, then the black, the score turns, the winner is lit. It is
 * over within five seconds (WCAG 2.2.2), starts when the screen is seen, and rests for those who want less motion.
 */
export const playRack = (screen: HTMLElement): void => {
  const clock = screen.querySelector<HTMLElement>('[data-clock]');
  const balls = [
    ...screen.querySelectorAll('[data-ball]:not(.ball--down)'),
    screen.querySelector('[data-black]'),
  ];
  const score = screen.querySelector<HTMLElement>('[data-score]');
  if (!clock || !score || matchMedia('(prefers-reduced-motion: reduce)').matches) return;

  // Reckoned while the page was rendered: the rules of the clock would be a script to fetch.
  const times = clock.dataset['clock']?.split(' ') ?? [];
  const play = (second: number): void => {
    clock.textContent = times[second - 1] ?? '';
    balls[second - 1]?.classList.add('ball--down');
    if (second === balls.length) {
      void flip(score, String(Number(score.textContent) + 1));
      screen.querySelector('[data-side]')?.classList.add('pool-screen__side--won');
    } else {
      setTimeout(play, 1000, second + 1);
    }
  };
  new IntersectionObserver((entries, observer) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    setTimeout(play, 1000, 1);
  }).observe(screen);
};
