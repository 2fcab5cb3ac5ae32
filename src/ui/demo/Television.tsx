import { useStore } from '@nanostores/react';
import { readLook } from '../../core/overlay/look.ts';
import { AnyLayout } from '../board/AnyLayout.tsx';
import type { PartProps } from './part.ts';

/** A television of the venue, which shows the table that is scored beside it. */
export const Television = ({ demo: { television }, texts, locale }: PartProps) => {
  const { $live, clocks } = television;
  const { board, dressing } = useStore($live, { ssr: 'initial' });
  return (
    <section className="demo__television" aria-label={texts.television}>
      <div className="demo__screen">
        {board ? (
          <AnyLayout
            board={board}
            dressing={dressing}
            look={readLook('', { theme: board.theme, locale, layout: 'tv' })}
            clocks={clocks}
            texts={texts.desk.layout}
          />
        ) : (
          <p className="demo__wait" role="status">
            {texts.televisionWaits}
          </p>
        )}
      </div>
    </section>
  );
};
