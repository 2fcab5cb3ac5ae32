/**
 * Reads amount and currency from a price text, in schema.org `Offer` form; undefined if either is missing.
 * The currency is the ISO 4217 code in it: "12 000 MAD", "MAD 12,000" and "1.250,50 EUR" are understood.
 */
export const readPrice = (text: string): { price: string; priceCurrency: string } | undefined => {
  const priceCurrency = /\b[A-Z]{3}\b/.exec(text)?.[0];
  const amount = /\d(?:[\d.,\s]*\d)?/.exec(text)?.[0].replaceAll(/\s/g, '');
  if (priceCurrency === undefined || amount === undefined) return undefined;
  // A separator before the last one or two digits is the decimal one; any other groups thousands.
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(amount) ?? [];
  return { price: whole.replaceAll(/[.,]/g, '') + (decimals && `.${decimals}`), priceCurrency };
};
