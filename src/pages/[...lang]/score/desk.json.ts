// Astro runs this before a page but not before an endpoint: it loads the texts.
import 'astro:scripts/page-ssr.js';
import type { APIRoute } from 'astro';
import { deskProps } from '../../../components/desk.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { localePaths } from '../../../i18n/urls.ts';

export const getStaticPaths = localePaths;

/** The props of a venue's desk, for devices that may run it. Too large to send to every scorer link. */
export const GET: APIRoute<{ locale: Locale }> = ({ props: { locale } }) => Response.json(deskProps(locale));
