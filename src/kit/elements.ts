import type { ReactElement } from 'react';

/** Children beside other elements, without bare text; `eslint.translation.mjs` explains why. */
export type Elements = ReactElement | false | null | undefined | readonly Elements[];
