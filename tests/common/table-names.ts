import { formatMessage } from '../../src/i18n/format.ts';
import { LOCALE_NAMES } from '../../src/i18n/locales.ts';
import { textsIn } from '../unit/i18n/texts.ts';

/** Names of tables that are one, by the number that screens call them by; null for names that are shown as typed. */
export const TABLE_NAMES: readonly (readonly [number: string | null, names: readonly string[]])[] = [
  [
    '1',
    [
      'Overlay 1',
      'Table 1',
      'TABLE 1',
      ' table\u00a01\u200f',
      'Table n° 1',
      'Table No 1',
      'Table #1',
      '1',
      'طاولة 1',
      'الطاولة ١',
      'الطاولة۱',
      '01',
      'Table 001',
    ],
  ],
  ['20', ['Table 20', '٢٠', 'طاولة #20']],
  ['7', LOCALE_NAMES.map((locale) => formatMessage(textsIn(locale).overlay.numberedTable, { number: '7' }))],
  [null, ['Overlay 2', 'OVERLAY 2']],
  [null, ['Table 1234']],
  [null, ['Table VIP', 'table vip', 'Table\u202f VIP']],
  [null, ['Table 1 (2)']],
  [null, ['Tables 1']],
  [null, ['Snooker 1']],
  [null, ['VIP']],
];
