/** A score as on the board: A's number is on the left in every language. */
export const Score = ({ score: [a, b] }: { readonly score: readonly [number, number] }) => (
  <span className="match-score" dir="ltr" translate="no">
    {`${a} – ${b}`}
  </span>
);
