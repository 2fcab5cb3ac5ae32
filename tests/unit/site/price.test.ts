import { expect, test } from 'vitest';
import { readPrice } from '../../../src/core/site/price.ts';

test.each([
  ['12 000 MAD', '12000', 'MAD'],
  ['MAD 12,000', '12000', 'MAD'],
  ['12\u202f000\u00a0MAD, une seule fois', '12000', 'MAD'],
  ['من 12000 MAD', '12000', 'MAD'],
  ['1.250,50 EUR', '1250.50', 'EUR'],
  ['1,250.5 USD', '1250.5', 'USD'],
  ['990 MAD.', '990', 'MAD'],
])('%s', (text, price, priceCurrency) => {
  expect(readPrice(text)).toEqual({ price, priceCurrency });
});

test.each(['', 'Ask us', '12 000', '12 000 DH', 'in MAD'])('“%s” is no offer', (text) => {
  expect(readPrice(text)).toBeUndefined();
});
