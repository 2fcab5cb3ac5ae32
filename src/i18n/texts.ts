import type { Locale } from './locales.ts';
import type { Places } from './places.ts';

interface Files {
  readonly about: typeof import('../../i18n/en/about.json');
  readonly account: typeof import('../../i18n/en/account.json');
  readonly browsers: typeof import('../../i18n/en/browsers.json');
  readonly carousel: typeof import('../../i18n/en/carousel.json');
  readonly common: typeof import('../../i18n/en/common.json');
  readonly contact: typeof import('../../i18n/en/contact.json');
  readonly dashboard: typeof import('../../i18n/en/dashboard.json');
  readonly demo: typeof import('../../i18n/en/demo.json');
  readonly device: typeof import('../../i18n/en/device.json');
  readonly branding: typeof import('../../i18n/en/branding.json');
  readonly features: typeof import('../../i18n/en/features.json');
  readonly hall: typeof import('../../i18n/en/hall.json');
  readonly firstSteps: typeof import('../../i18n/en/firstSteps.json');
  readonly home: typeof import('../../i18n/en/home.json');
  readonly howItWorks: typeof import('../../i18n/en/howItWorks.json');
  readonly login: typeof import('../../i18n/en/login.json');
  readonly look: typeof import('../../i18n/en/look.json');
  readonly machines: typeof import('../../i18n/en/machines.json');
  readonly mails: typeof import('../../i18n/en/mails.json');
  readonly match: typeof import('../../i18n/en/match.json');
  readonly meta: typeof import('../../i18n/en/meta.json');
  readonly network: typeof import('../../i18n/en/network.json');
  readonly notFound: typeof import('../../i18n/en/notFound.json');
  readonly offline: typeof import('../../i18n/en/offline.json');
  readonly overlay: typeof import('../../i18n/en/overlay.json');
  readonly pad: typeof import('../../i18n/en/pad.json');
  readonly paired: typeof import('../../i18n/en/paired.json');
  readonly pictures: typeof import('../../i18n/en/pictures.json');
  readonly player: typeof import('../../i18n/en/player.json');
  readonly players: typeof import('../../i18n/en/players.json');
  readonly pricing: typeof import('../../i18n/en/pricing.json');
  readonly privacy: typeof import('../../i18n/en/privacy.json');
  readonly resultsReport: typeof import('../../i18n/en/resultsReport.json');
  readonly result: typeof import('../../i18n/en/result.json');
  readonly results: typeof import('../../i18n/en/results.json');
  readonly room: typeof import('../../i18n/en/room.json');
  readonly setPassword: typeof import('../../i18n/en/setPassword.json');
  readonly settings: typeof import('../../i18n/en/settings.json');
  readonly sign: typeof import('../../i18n/en/sign.json');
  readonly snapshot: typeof import('../../i18n/en/snapshot.json');
  readonly system: typeof import('../../i18n/en/system.json');
  readonly tables: typeof import('../../i18n/en/tables.json');
  readonly television: typeof import('../../i18n/en/television.json');
  readonly tournament: typeof import('../../i18n/en/tournament.json');
  readonly tournamentPage: typeof import('../../i18n/en/tournamentPage.json');
  readonly tournamentDesk: typeof import('../../i18n/en/tournamentDesk.json');
}

declare const places: unique symbol;

/** A text with placeholders. Not a string, so that only `formatMessage` can turn it into one. */
export interface Template<Place extends string = string> {
  readonly [places]: Place;
}

/** A text by plural categories, named as in `Intl.PluralRules`. */
export interface Forms<Place extends string = string> extends Readonly<
  Partial<Record<Intl.LDMLPluralRule, Template<Place>>>
> {
  readonly other: Template<Place>;
}

/** The value of a file at a path, in which texts with placeholders are templates. */
type Typed<Value, Path extends string> = Path extends keyof Places
  ? Value extends string
    ? Template<Places[Path]>
    : Forms<Places[Path]>
  : Value extends string | readonly unknown[]
    ? Value
    : { readonly [Key in keyof Value]: Typed<Value[Key], `${Path}.${Key & string}`> };

/** The areas, each with the shape of its English file `i18n/en/<area>.json`. */
export type Areas = { readonly [Name in keyof Files]: Typed<Files[Name], Name> };

export type Area = keyof Areas;

/** The texts of some areas, and the language they are in. */
export type TextsOf<Name extends Area> = Pick<Areas, Name> & { readonly locale: Locale };

/** Some groups of a match's texts. */
export interface MatchTexts<Name extends keyof Areas['match']> {
  readonly locale: Locale;
  readonly match: Pick<Areas['match'], Name>;
}

/** The names in a group of texts; any string in Deno, which doesn't type JSON. */
export type KeyOf<Group> = keyof Group & string;

/** The names of a group's texts without placeholders. */
export type PlainKeyOf<Group> = {
  [Key in KeyOf<Group>]: Group[Key] extends string ? Key : never;
}[KeyOf<Group>];

/** The dotted paths of a group's texts: `log.pot`. Plural forms count as one text. */
type PathOf<Group> = {
  [Key in KeyOf<Group>]: Group[Key] extends string | Template | Forms ? Key : `${Key}.${PathOf<Group[Key]>}`;
}[KeyOf<Group>];

/** A text of `match.json`, by its path. */
export type MatchText = PathOf<Areas['match']>;
