import { createElement, type ReactElement } from 'react';

/** A Lucide file as elements, because pages take no HTML from scripts (`require-trusted-types-for`). */
export const drawing = (file: string): ReactElement => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {[...file.matchAll(/<(\w+) (.+)\/>/g)].map(([shape, tag = '', attributes = '']) =>
      createElement(tag, {
        key: shape,
        ...Object.fromEntries(Array.from(attributes.matchAll(/(\w+)="(.*?)"/g), (found) => found.slice(1))),
      }),
    )}
  </svg>
);
