import data from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types';

/** Which built-in functions browsers have, by MDN's data about them. */

/** The oldest versions of some browsers that a page runs in. */
export type Floor = Readonly<Partial<Record<'chrome' | 'safari' | 'firefox', string>>>;

/** A built-in function, object or property. */
export interface Builtin {
  /** The interface or object that it belongs to; empty for a global. */
  readonly owner: string;
  readonly name: string;
  /** Whether it belongs to the object itself rather than to its instances; null where MDN doesn't say, of the language. */
  readonly isStatic: boolean | null;
  /** Whether it belongs to the language rather than to pages. */
  readonly isLanguage: boolean;
  readonly compat: CompatStatement;
}

/** The version that first had something without a flag or another name; infinite if none has. */
const since = ({ support }: CompatStatement, browser: keyof Floor): number =>
  Math.min(
    ...[support[browser] ?? []]
      .flat()
      .map(({ version_added, version_removed, flags, prefix, alternative_name }) => {
        const isOther = version_removed ?? flags ?? prefix ?? alternative_name;
        return isOther === undefined && typeof version_added === 'string'
          ? Number.parseFloat(version_added.replace('≤', ''))
          : Infinity;
      }),
  );

/** The browsers of a floor that lack something, with the version that they would need; empty if all have it. */
export const lacking = (compat: CompatStatement, floor: Floor): string[] =>
  (Object.entries(floor) as [keyof Floor, string][]).flatMap(([browser, version]) => {
    const needed = since(compat, browser);
    return needed > Number(version) ? [`${browser} ${Number.isFinite(needed) ? needed : '(none)'}`] : [];
  });

const partsOf = (node: Identifier | undefined): [string, Identifier][] =>
  Object.entries(node ?? {}).filter(([key]) => key !== '__compat') as [string, Identifier][];

/** What belongs to an object; not its events, symbols and details of its behaviour. */
const membersOf = (owner: string, node: Identifier | undefined, isLanguage: boolean): Builtin[] =>
  partsOf(node).flatMap(([key, { __compat: compat }]) => {
    const name = key === owner ? 'constructor' : key.replace(/_static$/, '');
    return compat === undefined || !/^\w+$/.test(name) || name.includes('_')
      ? []
      : [{ owner, name, isStatic: isLanguage ? null : key.endsWith('_static'), isLanguage, compat }];
  });

const language = data.javascript.builtins;

/** Every built-in that MDN knows. */
export const BUILTINS: readonly Builtin[] = [
  ...membersOf('', language, true),
  ...membersOf('', data.api, false),
  ...partsOf(language).flatMap(([owner, node]) => membersOf(owner === 'globals' ? '' : owner, node, true)),
  ...partsOf(language?.['Intl']).flatMap(([owner, node]) => membersOf(owner, node, true)),
  ...partsOf(data.api).flatMap(([owner, node]) => membersOf(owner, node, false)),
  // A page's own globals are listed with its window.
  ...partsOf(data.api).flatMap(([owner, node]) => (owner === 'Window' ? membersOf('', node, false) : [])),
];

/** A pseudo-class or pseudo-element by its name; undefined if MDN doesn't know it. */
export const selectorCompat = (name: string): CompatStatement | undefined =>
  data.css.selectors?.[name]?.__compat;

/** An at-rule by its name, without the sign. */
export const atRuleCompat = (name: string): CompatStatement | undefined =>
  data.css['at-rules']?.[name]?.__compat;

/** A feature of regular expressions. */
export const regexCompat = (name: string): CompatStatement | undefined =>
  data.javascript.regular_expressions?.[name]?.__compat;
