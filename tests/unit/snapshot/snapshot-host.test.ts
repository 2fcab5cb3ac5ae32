import { describe, expect, test } from 'vitest';
import { contentSecurityDirectives } from '../../../src/config/security.ts';
import { snapshotHost } from '../../../src/config/snapshot.ts';

const SITE = 'http://localhost:4321';
const EXEC = 'https://script.google.com/macros/s/abc/exec';

describe('where snapshots come from', () => {
  test('without settings: the embedded server on the site’s own origin', () => {
    expect(snapshotHost({ PUBLIC_SNAPSHOT_ENDPOINT: '', PUBLIC_SUPABASE_URL: '' }, SITE)).toEqual({
      endpoint: `${SITE}/functions/v1/snapshot`,
      images: [
        `${SITE}/functions/v1/snapshot/image/{id}?export=view`,
        `${SITE}/functions/v1/snapshot/thumbnail/{id}`,
        `${SITE}/functions/v1/snapshot/d/{id}`,
      ],
      download: `${SITE}/functions/v1/snapshot/image/{id}?export=download`,
      small: `${SITE}/functions/v1/snapshot/small/{id}`,
      isOwn: true,
    });
  });

  test('our own service draws in the page’s language', () => {
    const { images, download, small } = snapshotHost({}, SITE, 'ar');
    expect([...images, download, small]).toEqual(
      [
        'image/{id}?export=view&lang=ar',
        'thumbnail/{id}?lang=ar',
        'd/{id}?lang=ar',
        'image/{id}?export=download&lang=ar',
        'small/{id}?lang=ar',
      ].map((path) => `${SITE}/functions/v1/snapshot/${path}`),
    );
    expect(snapshotHost({ PUBLIC_SNAPSHOT_ENDPOINT: EXEC }, SITE, 'ar').images.join()).not.toContain('lang=');
  });

  test('a Supabase address brings the endpoint with it', () => {
    const { endpoint } = snapshotHost({ PUBLIC_SUPABASE_URL: 'https://project.supabase.co' }, SITE);
    expect(endpoint).toBe('https://project.supabase.co/functions/v1/snapshot');
  });

  test('a script endpoint’s pictures lie on Google Drive', () => {
    const { images, download, small } = snapshotHost({ PUBLIC_SNAPSHOT_ENDPOINT: EXEC }, SITE);
    expect(images).toEqual([
      'https://drive.google.com/uc?export=view&id={id}',
      'https://drive.google.com/thumbnail?id={id}&sz=w2000',
      'https://lh3.googleusercontent.com/d/{id}=w2000',
    ]);
    expect(download).toBe('https://drive.google.com/uc?export=download&id={id}');
    expect(small).toBe('https://drive.google.com/thumbnail?id={id}&sz=w480');
  });

  test('templates of one’s own, with and without one for the download', () => {
    const variants =
      'https://cdn.test/{id}.jpg\n  https://cdn.test/get/{id}?export=download https://b.test/{id}';
    expect(snapshotHost({ PUBLIC_SNAPSHOT_IMAGE_VARIANTS: variants }, SITE)).toMatchObject({
      images: ['https://cdn.test/{id}.jpg', 'https://b.test/{id}'],
      download: 'https://cdn.test/get/{id}?export=download',
      small: 'https://cdn.test/{id}.jpg',
    });
    expect(snapshotHost({ PUBLIC_SNAPSHOT_IMAGE_VARIANTS: 'https://b.test/{id}' }, SITE).download).toBe(
      'https://b.test/{id}',
    );
  });
});

describe('the Content-Security-Policy lets through what the viewer loads', () => {
  test.each([
    ['nothing set', {}],
    ['Supabase', { PUBLIC_SUPABASE_URL: 'https://project.supabase.co' }],
    ['a script', { PUBLIC_SNAPSHOT_ENDPOINT: EXEC }],
    ['an endpoint of one’s own', { PUBLIC_SNAPSHOT_ENDPOINT: 'https://snap.test/api' }],
    [
      'templates of one’s own',
      {
        PUBLIC_SNAPSHOT_ENDPOINT: EXEC,
        PUBLIC_SNAPSHOT_IMAGE_VARIANTS: 'https://cdn.test/{stamp}/{id} https://b.test/{id}',
      },
    ],
  ])('%s', (_name, settings) => {
    const directives = contentSecurityDirectives(settings);
    const allowed = (directive: string): string[] =>
      directives.find((text) => text.startsWith(`${directive} `))?.split(' ') ?? [];
    const isAllowed = (directive: string, address: string): boolean => {
      const { origin, hostname } = new URL(address);
      return allowed(directive).some((source) => {
        if (source === "'self'") return origin === SITE;
        return source.startsWith('https://*.')
          ? hostname.endsWith(source.slice('https://*'.length))
          : source === origin;
      });
    };
    const { endpoint, images } = snapshotHost(settings, SITE);
    expect(isAllowed('connect-src', endpoint)).toBe(true);
    expect(images.filter((address) => !isAllowed('img-src', address))).toEqual([]);
    expect(allowed('img-src')).toContain('data:');
  });
});
