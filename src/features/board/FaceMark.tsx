import { flagAddress, marksAddress } from '../../config/marks.ts';
import type { Face } from '../../core/branding/branding.ts';
import { Mark } from './Mark.tsx';

/** A player's picture and flag, for beside the name. Sized relative to the surrounding text. */
export const FaceMark = ({ face }: { readonly face: Face | null }) => {
  if (!face || (face.picture === null && face.flag === null)) return null;
  const { picture, flag } = face;
  return (
    <span className="on-air__face">
      {picture !== null && (
        <Mark
          key={picture}
          className="on-air__portrait"
          address={`${marksAddress(import.meta.env)}/${picture}`}
          alt=""
        />
      )}
      {flag !== null && <Mark key={flag} className="on-air__flag" address={flagAddress(flag)} alt="" />}
    </span>
  );
};
