import type { Elements } from './elements.ts';
import { Icon, type IconName } from './Icon.tsx';

interface Props {
  readonly icon: IconName;
  /** Why there is nothing. */
  readonly text: string;
  readonly help?: string | false | undefined;
  /** The key that fills it. */
  readonly children?: Elements;
}

/** A list or screen with nothing to show: an icon, a sentence, and what to do. */
export const Empty = ({ icon, text, help, children }: Props) => (
  <div className="empty">
    <Icon name={icon} />
    <p className="empty__text">{text}</p>
    {help && <p className="empty__help">{help}</p>}
    {children}
  </div>
);
