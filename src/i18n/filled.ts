import { PRODUCT } from '../config/product.ts';

/** Values that are filled into every text. */
export const FILLED = {
  product: PRODUCT.name,
  phone: PRODUCT.phoneDisplay,
  email: PRODUCT.email,
  year: String(PRODUCT.copyrightYear),
} as const;
