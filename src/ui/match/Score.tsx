/** Two numbers as the board has them: A's is left in every language. */
export const Score = ({ score: [a, b] }: { readonly score: readonly [number, number] }) => (
  <span className="match-score" dir="ltr">
    {a} – {b}
  </span>
);
