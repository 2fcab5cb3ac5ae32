interface Props {
  /** The two, as text. */
  readonly pair: string;
  readonly open: () => void;
}

/** Opens the sheet of a match. */
export const PairKey = ({ pair, open }: Props) => (
  <button className="tournament__pair" type="button" aria-haspopup="dialog" translate="no" onClick={open}>
    {pair}
  </button>
);
