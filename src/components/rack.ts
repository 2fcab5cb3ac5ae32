const FLIP_MILLIS = 180;

/** Turns a number like a flip board. */
const flip = async (digits: HTMLElement, text: string): Promise<void> => {
  const edge = { transform: 'rotateX(90deg)' };
  await digits.animate([{}, edge], { duration: FLIP_MILLIS, easing: 'ease-in' }).finished;
  digits.textContent = text;
  await digits.animate([{ transform: 'rotateX(-90deg)' }, {}], { duration: FLIP_MILLIS, easing: 'ease-out' })
    .finished;
};

const nextSecond = (clock: string): string => {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  const total = hours * 3600 + minutes * 60 + seconds + 1;
  return [total / 3600, (total / 60) % 60, total % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
};

/**
 * Plays the end of a rack once: the last balls go down, then the black, the score turns, the winner is lit. It is
 * over within five seconds (WCAG 2.2.2), starts when the board is seen, and rests for those who want less motion.
 */
export const playRack = (board: HTMLElement): void => {
  const clock = board.querySelector<HTMLElement>('[data-clock]');
  const balls = [
    ...board.querySelectorAll('[data-ball]:not(.ball--down)'),
    board.querySelector('[data-black]'),
  ];
  const score = board.querySelector<HTMLElement>('[data-score]');
  if (!clock || !score || matchMedia('(prefers-reduced-motion: reduce)').matches) return;

  const play = (second: number): void => {
    clock.textContent = nextSecond(clock.textContent);
    balls[second - 1]?.classList.add('ball--down');
    if (second === balls.length) {
      void flip(score, String(Number(score.textContent) + 1));
      board.querySelector('[data-side]')?.classList.add('pool-board__side--won');
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
