import type { Theme } from '../../core/overlay/board.ts';
import { LAYOUT_NAMES, type LayoutName } from '../../core/overlay/layouts.ts';
import { DESIGNS, type Design } from '../../core/overlay/look.ts';
import { LOCALE_NAMES, type Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/translate.ts';
import { layoutTexts, type LayoutTexts } from '../board/texts.ts';

/** What the link maker says, from `air.json`, as it stands there. */
const AIR_TEXTS = [
  'title',
  'intro',
  'back',
  'loading',
  'preview',
  'wide',
  'choices',
  'layout',
  'design',
  'theme',
  'language',
  'size',
  'accent.title',
  'accent.design',
  'accent.own',
  'accent.colour',
  'motion.title',
  'motion.usual',
  'motion.none',
  'sponsors.title',
  'sponsors.on',
  'sponsors.none',
  'sponsors.noPlace',
  'reset',
  'kept',
  'link',
  'programs.title',
  'programs.off',
  'programs.leave',
  'obs.steps',
  'obs.url',
  'obs.width',
  'obs.height',
  'obs.frameRate',
  'obs.css',
  'obs.shutdown',
  'obs.refresh',
  'obs.why',
  'vmix.steps',
  'vmix.after',
  'streamlabs.steps',
  'streamlabs.rest',
  'thisLink',
] as const;

export interface AirTexts extends Readonly<Record<(typeof AIR_TEXTS)[number], string>> {
  readonly layouts: Readonly<Record<LayoutName, string>>;
  readonly designs: Readonly<Record<Design, string>>;
  readonly themes: Readonly<Record<Theme, string>>;
  /** The boards' labels, in each language that can be chosen. */
  readonly labels: Readonly<Record<Locale, LayoutTexts>>;
}

export const airTexts = (t: Translate, inAll: Readonly<Record<Locale, Translate>>): AirTexts => ({
  ...t.pick('air', AIR_TEXTS),
  layouts: t.pick('air.layouts', LAYOUT_NAMES),
  designs: t.pick('air.designs', DESIGNS),
  themes: t.pick('air.themes', ['dark', 'light']),
  labels: Object.fromEntries(
    LOCALE_NAMES.map((name) => [name, layoutTexts(inAll[name], name)]),
  ) as AirTexts['labels'],
});
