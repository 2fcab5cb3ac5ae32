/** A clock's text with every digit in a cell of one width: the typeface has no tabular figures, and would jitter. */
export const ClockDigits = ({ text }: { text: string }) =>
  Array.from(text).map((character, index) => (
    // The place is what a digit is known by; only the one that changes is painted again.
    <span key={index} className={character === ':' ? undefined : 'clock-digit'}>
      {character}
    </span>
  ));
