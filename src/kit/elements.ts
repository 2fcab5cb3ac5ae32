import type { ReactElement } from 'react';

/** Children that stand beside others, so there is no bare text among them; `eslint.translation.mjs` says why. */
export type Elements = ReactElement | false | null | undefined | readonly Elements[];
