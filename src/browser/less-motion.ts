/** Whether the visitor wants less motion, now and as it changes. */
export const lessMotion = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)');
