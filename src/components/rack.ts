const FLIP_MILLIS = 180;
const ON_EDGE = { transform: 'rotateX(90deg)' };

/** Turns a number like a flip board. */
const flip = async (digits: HTMLElement, text: string): Promise<void> => {
  await digits.animate([{}, ON_EDGE], FLIP_MILLIS).finished;
  digits.textContent = text;
  digits.animate([ON_EDGE, {}], FLIP_MILLIS);
};

/**
 * Plays the end of a rack once: the clock runs and the score flips. It takes under five seconds (WCAG 2.2.2), starts
 * when the board is in view, and doesn't run with reduced motion. `data-rack` is how many seconds it has played, so that
 * the demo continues what it shows.
 */
export const playRack = (board: HTMLElement): void => {
  const clock = board.querySelector<HTMLElement>('[data-clock]');
  const score = board.querySelector<HTMLElement>('[data-score]');
  // Not by `lessMotion`: what this shares with an island would be a request of its own.
  if (!clock || !score || matchMedia('(prefers-reduced-motion: reduce)').matches) return;

  // Computed at build time, so that the clock's code isn't needed here.
  const times = clock.dataset['clock']?.split(' ') ?? [];
  const play = (second: number): void => {
    clock.textContent = times[second - 1] ?? '';
    board.dataset['rack'] = String(second);
    if (second === times.length) {
      void flip(score, String(Number(score.textContent) + 1));
    } else {
      setTimeout(play, 1000, second + 1);
    }
  };
  new IntersectionObserver((entries, observer) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    setTimeout(play, 1000, 1);
  }).observe(board);
};
