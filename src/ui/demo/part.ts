import type { Named } from '../../core/rules/players.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { DemoPlace } from '../../stores/environment/demo.ts';
import type { Demo } from '../../stores/demo/demo.ts';
import type { DemoTexts } from './texts.ts';

export interface DemoProps {
  readonly place: DemoPlace;
  readonly texts: DemoTexts;
  readonly locale: Locale;
  /** Those who play until the visitor types other names. */
  readonly players: Named;
  /** The table's name. */
  readonly table: string;
  /** Where the visitor gets in touch, and where the whole demo is. */
  readonly contactPath: string;
  readonly demoPath: string;
}

/** What every part of a demo is given. */
export interface PartProps extends DemoProps {
  readonly demo: Demo;
}
