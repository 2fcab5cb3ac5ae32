import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { onNetwork } from '../core/site/network.ts';
import { around } from '../i18n/format.ts';
import type { TextsOf } from '../i18n/texts.ts';
import { $network, chooseOrigin } from '../browser/network.ts';

/** An option of `npm start`, shown for copying. */
const OPTION = '--host';

/** An address of this site in the form that other devices can open. */
export const useOnNetwork = (address: string): string =>
  onNetwork(useStore($network, { ssr: 'initial' }), address);

/**
 * Shown beside an address meant for another device. Warns that it works only on this computer, or lets the user choose
 * one that works elsewhere.
 */
export const NetworkNote = ({ texts }: { readonly texts: TextsOf<'network'> }) => {
  const network = useStore($network, { ssr: 'initial' });
  const id = useId();
  if (!network || network.origins.length === 1) return null;
  if (network.chosen === null) {
    const [before, after] = around(texts.network.start, 'option');
    return (
      <p className="alert">
        <span>{texts.network.hereOnly}</span>{' '}
        <span>
          <span>{before}</span>
          <code className="network__option" dir="ltr" translate="no">
            {OPTION}
          </code>
          <span>{after}</span>
        </span>
      </p>
    );
  }
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {texts.network.origin}
      </label>
      <select
        className="field__control"
        id={id}
        dir="ltr"
        aria-describedby={`${id}-help`}
        value={network.chosen}
        onChange={({ currentTarget }) => chooseOrigin(currentTarget.value)}
      >
        {network.origins.map((origin) => (
          <option key={origin}>{origin}</option>
        ))}
      </select>
      <p className="field__hint" id={`${id}-help`}>
        {texts.network.change}
      </p>
    </div>
  );
};
