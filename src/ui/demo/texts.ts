import type { Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/translate.ts';
import { deskTexts, type DeskTexts } from '../desk/texts.ts';

/** What a demo says beside its pad and its board, from `demo.json`, as it stands there. */
const DEMO_TEXTS = [
  'games',
  'television',
  'televisionWaits',
  'phone',
  'padWaits',
  'finish',
  'invitation.title',
  'invitation.text',
  'invitation.contact',
  'invitation.playOn',
  'hero.pad',
  'hero.page',
  'hero.back',
  'hero.again',
] as const;

interface Tip {
  readonly title: string;
  readonly text: string;
}

export interface DemoTexts extends Readonly<Record<(typeof DEMO_TEXTS)[number], string>> {
  readonly tips: readonly Tip[];
  readonly desk: DeskTexts;
}

export const demoTexts = (t: Translate, locale: Locale): DemoTexts => ({
  ...t.pick('demo', DEMO_TEXTS),
  tips: t.list<Tip>('demo.tips'),
  desk: deskTexts(t, locale),
});
