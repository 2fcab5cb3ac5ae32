/** A page's metadata for messengers and social networks. */
export interface PageMetadata {
  readonly title: string;
  readonly description: string;
  /** Absolute. */
  readonly url: string;
  /** Without one, the page keeps the site's. */
  readonly picture?: {
    /** Its address, absolute. */
    readonly image: string;
    /** Pixels. */
    readonly width: number;
    readonly height: number;
    readonly type: string;
  };
}

/** The tags that {@link withHead} replaces, as Head.astro writes them. */
const REPLACED =
  /<title>[^<]*<\/title>|<meta (?:name="(?:description|twitter:(?:title|description|image)[^"]*)"|property="og:(?:url|title|description|image)[^"]*") content="[^"]*"\s*\/?>/g;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

type Tag = readonly [kind: 'name' | 'property', name: string, content: string];

const pictureTags = (
  { image, width, height, type }: NonNullable<PageMetadata['picture']>,
  title: string,
): readonly Tag[] => [
  ['property', 'og:image', image],
  ...(image.startsWith('https:') ? [['property', 'og:image:secure_url', image] as const] : []),
  ['property', 'og:image:type', type],
  ['property', 'og:image:width', String(width)],
  ['property', 'og:image:height', String(height)],
  ['property', 'og:image:alt', title],
  ['name', 'twitter:image', image],
];

/** Replaces these tags in a page, right after the charset: crawlers only read the beginning. */
export const withHead = (html: string, page: PageMetadata): string => {
  const { title, description, url, picture } = page;
  const named: readonly Tag[] = [
    ['name', 'description', description],
    ['property', 'og:url', url],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ...(picture ? pictureTags(picture, title) : []),
    ['name', 'twitter:title', title],
    ['name', 'twitter:description', description],
  ];
  const tags = named.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escaped(content)}">`);
  const beginning = /<meta charset="?utf-8"?\s*\/?>/i;
  const [head = '', ...rest] = html.split('</head>');
  const own = head
    .replaceAll(REPLACED, (tag) => (!picture && /"(?:og|twitter):image/.test(tag) ? tag : ''))
    .replace(beginning, (found) => `${found}<title>${escaped(title)}</title>${tags.join('')}`);
  return [own, ...rest].join('</head>');
};
