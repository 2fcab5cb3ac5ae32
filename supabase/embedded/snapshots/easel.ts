/** Stand-in until the drawing is there. */
import sharp from 'sharp';
import type { Easel } from '../../functions/snapshot/ports.ts';
export const createEasel = (): Easel & { close: () => Promise<void> } => ({
  draw: (svg, { width, height }) => sharp(Buffer.from(svg)).resize(width, height).jpeg().toBuffer(),
  close: () => Promise.resolve(),
});
