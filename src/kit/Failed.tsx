import type { Elements } from './elements.ts';
import { Icon } from './Icon.tsx';

interface Props {
  readonly text: string;
  /** The key that tries again. */
  readonly button: string;
  readonly retry: () => void;
  readonly children?: Elements;
}

/** A screen or a list that couldn't be had: an icon, a sentence, and the key to try again. */
export const Failed = ({ text, button, retry, children }: Props) => (
  <div className="empty empty--failed" role="alert">
    <Icon name="cloudOff" />
    <p className="empty__text">{text}</p>
    {children}
    <button className="button" type="button" onClick={retry}>
      {button}
    </button>
  </div>
);
