import { useStore } from '@nanostores/react';
import { readLook } from '../../core/overlay/look.ts';
import { createFetchedPart } from '../../kit/fetched.ts';
import type { PartProps } from './props.ts';

/** In a file of its own: a table can be scored before its board is drawn. */
const $drawing = createFetchedPart(() => import('../board/AnyLayout.tsx'));

/** The board as viewers see it, in the layout that fits a phone, and whether it is up to date. */
export const OnAir = ({ desk, texts }: PartProps) => {
  const { board, branding, connection } = useStore(desk.$live, { ssr: 'initial' });
  const drawing = useStore($drawing, { ssr: 'initial' });

  return (
    <section className="desk__air" aria-labelledby="preview-title">
      <div className="desk__air-head">
        <h2 className="heading" id="preview-title">
          {texts.dashboard.preview}
        </h2>
        <p className={`desk__connection desk__connection--${connection}`} role="status">
          {connection !== 'connecting' && texts.dashboard.connection[connection]}
        </p>
      </div>
      <div className="desk__preview">
        {drawing && board && (
          <drawing.AnyLayout
            fit
            board={board}
            branding={branding}
            look={readLook('', { theme: board.theme, locale: texts.locale, layout: 'corner' })}
            clocks={desk.clocks}
            texts={texts}
          />
        )}
      </div>
    </section>
  );
};
