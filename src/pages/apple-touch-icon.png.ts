import type { APIRoute } from 'astro';
import { iconPicture } from '../build/icon-picture.ts';

/** The icon on an iPhone's home screen, which cuts its corners. */
export const GET: APIRoute = async () => iconPicture(180, { square: true });
