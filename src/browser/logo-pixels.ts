import { isLightLogo } from '../core/overlay/light-logo.ts';

/** A logo is scaled down to this many pixels a side before its colours are read. */
const SIDE = 96;

/** Whether a loaded logo is too light for a white ground. */
export const isLight = (logo: HTMLImageElement): boolean => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const pen = canvas.getContext('2d');
  if (!pen) return false;
  pen.drawImage(logo, 0, 0, SIDE, SIDE);
  return isLightLogo(pen.getImageData(0, 0, SIDE, SIDE).data);
};
