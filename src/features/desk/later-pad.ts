import { createFetched } from '../../kit/fetched.ts';

/** The pad over a table's desk, in a file of its own. A page fetches it before anybody can open it. */
export const $laterPad = createFetched({ pad: () => import('./PadLayer.tsx') })('pad');
