import { CARD_SIZE } from './drawing/index.ts';
import type { Ports } from './ports.ts';

/** How many are kept in memory: a chat's crawlers ask for one several times within seconds. Each is under 300 kB. */
const MOST_KEPT = 24;

/** Makes JPEGs of cards' SVG, under their senders' turns. Cards with the same content are the same card. */
export const createCards = ({
  svgRasterizer,
  drawingTurn,
}: Pick<Ports, 'svgRasterizer' | 'drawingTurn'>): ((svg: string, sender: string) => Promise<Uint8Array>) => {
  const kept = new Map<string, Uint8Array>();
  const keep = (svg: string, card: Uint8Array): Uint8Array => {
    // The latest is last.
    kept.delete(svg);
    kept.set(svg, card);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return card;
  };
  return (svg, sender) => {
    const known = kept.get(svg);
    if (known) return Promise.resolve(keep(svg, known));
    return drawingTurn(sender, async () =>
      keep(svg, kept.get(svg) ?? (await svgRasterizer.draw(svg, CARD_SIZE))),
    );
  };
};
