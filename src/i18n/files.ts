import type { Locale } from './locales.ts';
import type { Area, Areas } from './texts.ts';

/** An area's files with typed texts, because the compiler doesn't see placeholders in JSON. */
export const textsIn = <Name extends Area>(
  files: Readonly<Record<Locale, unknown>>,
): Readonly<Record<Locale, Areas[Name]>> => files as Readonly<Record<Locale, Areas[Name]>>;
