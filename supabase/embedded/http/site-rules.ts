import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A rule of `_redirects` for a path: serve another page at this address, or redirect the visitor. */
export type Redirect =
  | { readonly kind: 'rewrite'; readonly path: string }
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string };

const read = (dist: string, name: string): string[] => {
  try {
    return readFileSync(join(dist, name), 'utf8').split(/\r?\n/);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

/** `*` matches anything and is called `splat`; `:name` matches one path segment. */
const pattern = (rule: string): RegExp => {
  const escaped = rule
    .split('*')
    .map((part) => part.replaceAll(/[-/\\^$+?.()|[\]{}]/g, String.raw`\$&`))
    .join('(?<splat>.*)');
  return new RegExp(`^${escaped.replaceAll(/:([A-Za-z]\w*)/g, '(?<$1>[^/]+)')}$`);
};

const fill = (text: string, values: Record<string, string> = {}): string =>
  text.replaceAll(/:([A-Za-z]\w*)/g, (whole, name: string) => values[name] ?? whole);

/**
 * Reads `_redirects` of a built site: `from to [status]` on each line, first match wins, 302 unless it says otherwise.
 * Returns a function of path and query. Format: https://developers.cloudflare.com/workers/static-assets/redirects/
 */
export const readRedirects = (dist: string): ((path: string, query: string) => Redirect | undefined) => {
  const rules = read(dist, '_redirects').flatMap((line) => {
    const [from, to, status = '302'] = line
      .replace(/(^|\s)#.*/, '')
      .trim()
      .split(/\s+/);
    return from && to ? [{ pattern: pattern(from), to, status: Number(status) }] : [];
  });
  return (path, query) => {
    for (const rule of rules) {
      const match = rule.pattern.exec(path);
      if (!match) continue;
      const target = fill(rule.to, match.groups);
      if (rule.status === 200) return { kind: 'rewrite', path: target };
      // A path starting with two slashes would point to another host.
      const location = /^\w+:\/\//.test(target) ? target : target.replaceAll(/\/+/g, '/');
      return {
        kind: 'redirect',
        status: rule.status,
        location: location.includes('?') ? location : location + query,
      };
    }
    return undefined;
  };
};

/**
 * Reads `_headers` of a built site. Returns a function that applies every matching rule to a path's headers: the first
 * rule that names a header replaces it, later ones add to it, `! Name` removes it. Format:
 * https://developers.cloudflare.com/workers/static-assets/headers/
 */
export const readHeaders = (dist: string): ((path: string, headers: Headers) => void) => {
  const rules: { pattern: RegExp; remove: string[]; set: [name: string, value: string][] }[] = [];
  for (const line of read(dist, '_headers')) {
    const text = line.trim();
    if (!text || text.startsWith('#')) continue;
    const header = /^([^\s:]+)\s*:\s*(.+)$/.exec(text);
    if (text.startsWith('/')) rules.push({ pattern: pattern(text), remove: [], set: [] });
    else if (text.startsWith('!')) rules.at(-1)?.remove.push(text.slice(1).trim());
    else if (header?.[1] && header[2]) rules.at(-1)?.set.push([header[1], header[2]]);
  }
  return (path, headers) => {
    const named = new Set<string>();
    for (const rule of rules) {
      const match = rule.pattern.exec(path);
      if (!match) continue;
      for (const name of rule.remove) headers.delete(name);
      for (const [name, value] of rule.set) {
        if (named.has(name.toLowerCase())) headers.append(name, fill(value, match.groups));
        else headers.set(name, fill(value, match.groups));
        named.add(name.toLowerCase());
      }
    }
  };
};
