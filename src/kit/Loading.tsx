interface Props {
  /** For screen readers. */
  readonly text: string;
}

/** The outline of a list that is on its way, drawn once the wait is noticeable. */
export const Loading = ({ text }: Props) => (
  <div className="skeleton" role="status">
    <span className="visually-hidden">{text}</span>
  </div>
);
