import type { APIRoute } from 'astro';
import { iconPicture } from '../../build/icon-picture.ts';
import { APP_ICONS, type AppIcon } from '../../config/app.ts';

export const getStaticPaths = () => APP_ICONS.map((icon) => ({ params: { icon: icon.name }, props: icon }));

export const GET: APIRoute<AppIcon> = async ({ props: { size, purpose } }) =>
  iconPicture(size, { square: purpose === 'maskable' });
