import type { Locale } from '../i18n/locales.ts';

/** Bytes in gigabytes, or in megabytes below one. Western digits. */
export const sizeText = (bytes: number, locale: Locale): string => {
  const [unit, size] = bytes < 1e9 ? (['megabyte', 1e6] as const) : (['gigabyte', 1e9] as const);
  return new Intl.NumberFormat(`${locale}-u-nu-latn`, {
    style: 'unit',
    unit,
    maximumFractionDigits: bytes < 1e10 && bytes >= 1e9 ? 1 : 0,
  }).format(bytes / size);
};
