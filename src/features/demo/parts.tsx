import { useStore } from '@nanostores/react';
import { readLook } from '../../core/overlay/look.ts';
import type { Named } from '../../rules/players.ts';
import type { Demo } from './demo.ts';
import { AnyLayout } from '../board/AnyLayout.tsx';
import { PadLayer } from '../desk/PadLayer.tsx';
import type { TextsOf } from '../../i18n/texts.ts';
import type { DeskTexts } from '../../kit/venue-texts.ts';

export interface DemoProps {
  readonly texts: DeskTexts & TextsOf<'demo'>;
  /** The players, until the visitor types other names. */
  readonly players: Named;
  /** The table's name. */
  readonly table: string;
  /** Addresses of the contact page and of the full demo. */
  readonly contactPath: string;
  readonly demoPath: string;
}

/** The props of every part of a demo. */
export interface PartProps extends DemoProps {
  readonly demo: Demo;
}

/** A television showing the table that is scored beside it. */
export const Television = ({ demo: { television }, texts }: PartProps) => {
  const { $live, clocks } = television;
  const { board, branding } = useStore($live, { ssr: 'initial' });
  return (
    <section className="demo__television" aria-label={texts.demo.television}>
      <div className="demo__screen">
        {board ? (
          <AnyLayout
            board={board}
            branding={branding}
            look={readLook('', { theme: board.theme, locale: texts.locale, layout: 'tv' })}
            clocks={clocks}
            texts={texts}
          />
        ) : (
          <p className="demo__wait" role="status">
            {texts.demo.televisionWaits}
          </p>
        )}
      </div>
    </section>
  );
};

/** The scorer's phone: the pad, embedded in the page. */
export const Phone = ({ demo: { desk, padSettings }, texts, table }: PartProps) => {
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  return (
    <section className="demo__phone" aria-label={texts.demo.phone}>
      {scored ? (
        <PadLayer placed desk={desk} texts={texts} title={table} settings={padSettings} />
      ) : (
        <p className="demo__wait" role="status">
          {texts.demo.padWaits}
        </p>
      )}
    </section>
  );
};

/** Invites the visitor once to get in touch, without interrupting play. */
export const Invitation = ({ demo: { $invitation, decline }, texts, contactPath }: PartProps) => {
  const invitation = useStore($invitation, { ssr: 'initial' });
  return (
    <div className="demo__invitation" role="status">
      {invitation === 'shown' && (
        <div className="demo__card">
          <p>
            <strong>{texts.demo.invitation.title}</strong> <span>{texts.demo.invitation.text}</span>
          </p>
          <div className="demo__ways">
            <a className="button button--primary" href={contactPath}>
              {texts.demo.invitation.contact}
            </a>
            <button className="button button--quiet" type="button" onClick={decline}>
              {texts.demo.invitation.playOn}
            </button>
          </div>
        </div>
      )}
    </div>
  );
};
