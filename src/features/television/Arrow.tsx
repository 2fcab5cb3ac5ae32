/** Points to a table, in reading direction. */
export const Arrow = () => (
  <svg className="tv-arrow" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M3 12h17m-7-7 7 7-7 7" />
  </svg>
);
