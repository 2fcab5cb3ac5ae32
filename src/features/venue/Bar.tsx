import { createPortal } from 'react-dom';
import type { Elements } from '../../kit/elements.ts';
import { Icon } from '../../kit/Icon.tsx';
import { useHydrated } from '../../kit/useHydrated.ts';
import { BAR_SLOT } from './bar-slot.ts';

interface Props {
  /** The venue's name; empty if it has none. */
  readonly venue: string;
  /** The label of the account's menu. */
  readonly label: string;
  /** The account's menu, which phones have in the bar. */
  readonly children: Elements;
}

/** The desk's part of the page's bar: the venue's name and, on phones, the account's menu. */
export const Bar = ({ venue, label, children }: Props) => {
  const slot = useHydrated() ? document.getElementById(BAR_SLOT) : null;
  return (
    slot &&
    createPortal(
      <>
        {venue !== '' && (
          <bdi className="venue-name" translate="no">
            {venue}
          </bdi>
        )}
        <details className="account" data-menu>
          <summary className="account__toggle" aria-label={label}>
            <Icon name="account" />
          </summary>
          <div className="account__sheet">{children}</div>
        </details>
      </>,
      slot,
    )
  );
};
