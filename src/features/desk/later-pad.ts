import { withStyles } from '../../kit/add-styles.ts';
import { createFetchedPart } from '../../kit/fetched.ts';

/** The pad over a table's desk, in a file of its own. The tables and a desk fetch it once they are drawn. */
export const $laterPad = createFetchedPart(() => import('./later-pad-part.ts').then(withStyles));
