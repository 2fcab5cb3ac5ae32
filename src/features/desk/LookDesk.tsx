import type { Table } from '../../backend/contract.ts';
import type { PartProps } from './props.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import type { OverlayLink } from './overlay-link.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { withLook } from '../../core/overlay/overlay-link.ts';
import type { Tables } from '../tables/tables.ts';
import { CopyLink } from '../../kit/CopyLink.tsx';
import { Choices } from './Choices.tsx';
import { OnPicture } from './OnPicture.tsx';
import { Programs } from './Programs.tsx';

export interface LookDeskProps {
  readonly venue: {
    readonly tables: Tables;
    readonly overlayLinkOf: (tableId: string) => OverlayLink;
    readonly desk: PartProps['desk'];
  };
  readonly table: Table;
  readonly texts: ScreenTexts;
}

/** The builder for a table's overlay link: a live preview, and instructions for broadcast software. */
export default function LookDesk({ venue: { overlayLinkOf, desk, tables }, table, texts }: LookDeskProps) {
  const [overlayLink] = useState(() => overlayLinkOf(table.id));
  const look = useStore(overlayLink.$look);
  const link = withLook(tables.overlayLink(table), look);
  return (
    <div className="stack look">
      <p className="intro">{texts.look.intro}</p>
      <div className="look__parts">
        <div className="look__seen">
          <OnPicture desk={desk} look={look} texts={texts} />
          <section className="panel look__link" aria-labelledby="look-link">
            <h2 className="heading" id="look-link">
              {texts.look.link}
            </h2>
            <CopyLink
              texts={texts.tables.copying}
              label={texts.dashboard.overlay.copy}
              address={link}
              copyText={tables.copyText}
              testId="look-link"
            >
              <a className="button button--quiet" href={link} target="_blank" rel="noreferrer">
                {texts.dashboard.overlay.open}
              </a>
            </CopyLink>
          </section>
        </div>
        <Choices desk={desk} overlayLink={overlayLink} look={look} texts={texts} />
      </div>
      <Programs look={look} texts={texts} />
    </div>
  );
}
