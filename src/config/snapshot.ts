/** The environment settings for the host of snapshots. */
interface SnapshotSettings {
  readonly PUBLIC_SUPABASE_URL?: string | undefined;
  readonly PUBLIC_SNAPSHOT_ENDPOINT?: string | undefined;
  readonly PUBLIC_SNAPSHOT_IMAGE_VARIANTS?: string | undefined;
}

/** The host of snapshots. In templates, `{id}` is the picture's id and `{stamp}` the time in milliseconds. */
export interface SnapshotHost {
  /** Absolute address that handles `latest=1` and `latestData=1`. */
  readonly endpoint: string;
  /** Templates for a picture's address, tried in this order. */
  readonly images: readonly string[];
  readonly download: string;
  /** Template for a picture's small copy, for lists. */
  readonly small: string;
  /** Whether it is our own service, which keeps earlier pictures and makes previews of each. */
  readonly isOwn?: boolean;
}

/** Google Apps Script, with its pictures on Google Drive. */
export const SCRIPT_ORIGIN = 'https://script.google.com';

const DRIVE = {
  images: [
    'https://drive.google.com/uc?export=view&id={id}',
    'https://drive.google.com/thumbnail?id={id}&sz=w2000',
    'https://lh3.googleusercontent.com/d/{id}=w2000',
  ],
  download: 'https://drive.google.com/uc?export=download&id={id}',
  small: 'https://drive.google.com/thumbnail?id={id}&sz=w480',
};

/** Treats an empty setting as missing. */
const filled = (setting: string | undefined): string | undefined => (setting === '' ? undefined : setting);

const ownRoutes = (endpoint: string, language: string | undefined): Omit<SnapshotHost, 'endpoint'> => {
  const { origin, pathname } = new URL(endpoint);
  const base = origin + pathname.replace(/\/$/, '');
  /** The language is for drawn boards. */
  const at = (path: string): string => {
    if (language === undefined) return base + path;
    return `${base}${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
  };
  return {
    images: [at('/image/{id}?export=view'), at('/thumbnail/{id}'), at('/d/{id}')],
    download: at('/image/{id}?export=download'),
    small: at('/small/{id}'),
    isOwn: true,
  };
};

/** Splits a setting's address templates at white space. */
export const imageVariants = ({ PUBLIC_SNAPSHOT_IMAGE_VARIANTS }: SnapshotSettings): string[] =>
  (PUBLIC_SNAPSHOT_IMAGE_VARIANTS ?? '').split(/\s+/).filter(Boolean);

/**
 * The host of snapshots, for a page on `siteOrigin`; our own service draws in `language`. Without settings, the
 * embedded server. A template with `export=download` in `PUBLIC_SNAPSHOT_IMAGE_VARIANTS` is used for downloads.
 */
export const snapshotHost = (
  settings: SnapshotSettings,
  siteOrigin: string,
  language?: string,
): SnapshotHost => {
  const endpoint = new URL(
    filled(settings.PUBLIC_SNAPSHOT_ENDPOINT) ?? '/functions/v1/snapshot',
    filled(settings.PUBLIC_SUPABASE_URL) ?? siteOrigin,
  ).href;
  const isDownload = (template: string): boolean => template.includes('export=download');
  const variants = imageVariants(settings);
  const images = variants.filter((template) => !isDownload(template));
  const [first] = images;
  if (first !== undefined)
    return { endpoint, images, download: variants.find(isDownload) ?? first, small: first };
  const host = new URL(endpoint).origin === SCRIPT_ORIGIN ? DRIVE : ownRoutes(endpoint, language);
  return { endpoint, ...host };
};

/**
 * The address of our own snapshot service, which provides results even if another host has the pictures; without a
 * trailing slash.
 */
export const ownService = (settings: SnapshotSettings, siteOrigin: string): string => {
  const { endpoint, isOwn } = snapshotHost(settings, siteOrigin);
  const own =
    isOwn === true
      ? endpoint
      : snapshotHost({ ...settings, PUBLIC_SNAPSHOT_ENDPOINT: '' }, siteOrigin).endpoint;
  return own.replace(/\/$/, '');
};
