import { codeGroups } from '../core/devices/code.ts';

/** A code to type on another device, readable across a room. */
export const PairingCode = ({ code, label }: { readonly code: string; readonly label: string }) => (
  <p
    role="img"
    className="pairing-code"
    dir="ltr"
    translate="no"
    data-testid="pairing-code"
    aria-label={`${label}: ${Array.from(code).join(' ')}`}
  >
    {codeGroups(code).map((group, index) => (
      // Groups never move, so the index is a safe key.
      <span key={index} className="pairing-code__group" aria-hidden="true">
        {Array.from(group).map((letter, place) => (
          <span key={place} className="pairing-code__letter">
            {letter}
          </span>
        ))}
      </span>
    ))}
  </p>
);
