import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { UNDRESSED } from '../../core/overlay/dressing.ts';
import { LAYOUTS } from '../../core/overlay/layouts.ts';
import { readLook } from '../../core/overlay/look.ts';
import { BarLayout } from '../board/BarLayout.tsx';
import type { PartProps } from './part.ts';

/** The overlay as viewers see it, and whether it is up to date. */
export const OnAir = ({ desk, texts }: PartProps) => {
  const { board, connection } = useStore(desk.$live, { ssr: 'initial' });
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const node = frame.current;
    if (!node) return undefined;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) node.style.setProperty('--scale', String(entry.contentRect.width / LAYOUTS.bar.width));
    });
    watch.observe(node);
    return () => watch.disconnect();
  }, []);

  return (
    <section className="desk__air" aria-labelledby="preview-title">
      <div className="desk__air-head">
        <h2 className="desk__heading" id="preview-title">
          {texts.preview}
        </h2>
        <p className={`desk__connection desk__connection--${connection}`} role="status">
          {connection !== 'connecting' && texts[`connection.${connection}`]}
        </p>
      </div>
      <div className="desk__preview" ref={frame}>
        {board && (
          <BarLayout
            board={board}
            dressing={UNDRESSED}
            look={readLook('', { theme: board.theme, locale: texts.layout.locale })}
            clocks={desk.clocks}
            texts={texts.layout}
          />
        )}
      </div>
    </section>
  );
};
