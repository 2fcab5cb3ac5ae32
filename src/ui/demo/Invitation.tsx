import { useStore } from '@nanostores/react';
import type { PartProps } from './part.ts';

/** Asks the visitor once to get in touch; the play goes on beside it. */
export const Invitation = ({ demo: { $invitation, decline }, texts, contactPath }: PartProps) => {
  const invitation = useStore($invitation, { ssr: 'initial' });
  return (
    <div className="demo__invitation" role="status">
      {invitation === 'shown' && (
        <div className="demo__card">
          <p>
            <strong>{texts['invitation.title']}</strong> {texts['invitation.text']}
          </p>
          <div className="demo__ways">
            <a className="button button--primary" href={contactPath}>
              {texts['invitation.contact']}
            </a>
            <button className="button button--quiet" type="button" onClick={decline}>
              {texts['invitation.playOn']}
            </button>
          </div>
        </div>
      )}
    </div>
  );
};
