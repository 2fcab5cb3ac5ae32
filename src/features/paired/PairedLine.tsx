import type { Elements } from '../../kit/elements.ts';

interface Props {
  readonly title: string;
  /** The screen's programme, or the device's role, which may also be its name. */
  readonly about: string;
  readonly isThere: boolean;
  /** The text for when it was last online. */
  readonly seen: string;
  /** The text for when it was paired. */
  readonly since?: string;
  /** The keys for it. */
  readonly children?: Elements;
}

/** A television or device of the venue, with its keys. */
export const PairedLine = ({ title, about, isThere, seen, since, children }: Props) => (
  <li className="entry">
    <div className="grow">
      <p className="strong">
        <bdi translate="no">{title}</bdi>
      </p>
      {about !== title && <p>{about}</p>}
      <p className="field__hint">
        <span className={isThere ? 'paired__there' : undefined}>{seen}</span>
        {since !== undefined && <span>{` · ${since}`}</span>}
      </p>
    </div>
    {children && <div className="button-row">{children}</div>}
  </li>
);
