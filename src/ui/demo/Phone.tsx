import { useStore } from '@nanostores/react';
import { PadLayer } from '../desk/PadLayer.tsx';
import type { PartProps } from './part.ts';

/** The phone in the scorer's hand: the pad, in its place. */
export const Phone = ({ demo: { desk, padSettings }, texts, table }: PartProps) => {
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  return (
    <section className="demo__phone" aria-label={texts.phone}>
      {scored ? (
        <PadLayer placed desk={desk} texts={texts.desk} title={table} settings={padSettings} />
      ) : (
        <p className="demo__wait" role="status">
          {texts.padWaits}
        </p>
      )}
    </section>
  );
};
