/** The longest visit shown, so that a forgotten one doesn't outgrow its space. */
const MOST_SECONDS = 99 * 60 + 59;

/** How long a visit that began at `sinceMillis` has lasted, as mm:ss. */
export const visitText = (sinceMillis: number, nowMillis: number): string => {
  const seconds = Math.min(MOST_SECONDS, Math.max(0, Math.floor((nowMillis - sinceMillis) / 1000)));
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
};
