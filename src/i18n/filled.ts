import { PRODUCT } from '../config/product.ts';
import { TESTED } from '../config/tested.ts';

/** Values that are filled into every text. */
export const FILLED = {
  product: PRODUCT.name,
  phone: PRODUCT.phoneDisplay,
  email: PRODUCT.email,
  year: String(PRODUCT.copyrightYear),
  kills: String(TESTED.kills),
  taps: String(TESTED.taps),
  testedSeconds: String(TESTED.seconds),
} as const;
