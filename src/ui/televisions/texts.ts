import { DESIGNS, type Design } from '../../core/overlay/look.ts';
import type { Translate } from '../../i18n/translate.ts';

/** What the screen of televisions says, from `tv.json`, as it stands there; designs are called as in the link maker. */
const NAMES = [
  'title',
  'intro',
  'address',
  'copyAddress',
  'loading',
  'loadFailed',
  'notFresh',
  'pairTitle',
  'code',
  'badCode',
  'wrong',
  'expired',
  'tooMany',
  'full',
  'paired',
  'name',
  'shows',
  'all',
  'archived',
  'design',
  'theme',
  'dark',
  'light',
  'language',
  'sponsors',
  'pair',
  'save',
  'none',
  'unnamed',
  'one',
  'every',
  'there',
  'seen',
  'since',
  'change',
  'changeNamed',
  'unpair',
  'unpairNamed',
  'ask',
  'warning',
  'confirm',
] as const;

export interface TelevisionsTexts extends Readonly<Record<(typeof NAMES)[number], string>> {
  readonly designs: Readonly<Record<Design, string>>;
}

/** The texts of the screen of televisions, for an island's props. */
export const televisionsTexts = (t: Translate): TelevisionsTexts => ({
  ...t.pick('tv.desk', NAMES),
  designs: t.pick('air.designs', DESIGNS),
});
