import type { Elements } from '../../kit/elements.ts';

interface Props {
  readonly title: string;
  /** What it shows, or may do. */
  readonly about: string;
  readonly isThere: boolean;
  /** Whether it is there, in words. */
  readonly seen: string;
  /** Since when it is let in, in words. */
  readonly since?: string;
  /** What can be done with it. */
  readonly children?: Elements;
}

/** A television or a device of the venue, with what can be done with it. */
export const PairedLine = ({ title, about, isThere, seen, since, children }: Props) => (
  <li className="televisions__one">
    <div className="tables__grow">
      <p className="tables__strong">
        <bdi translate="no">{title}</bdi>
      </p>
      <p>{about}</p>
      <p className="field__hint">
        <span className={isThere ? 'televisions__there' : undefined}>{seen}</span>
        {since !== undefined && <span>{` · ${since}`}</span>}
      </p>
    </div>
    {children && <div className="button-row">{children}</div>}
  </li>
);
