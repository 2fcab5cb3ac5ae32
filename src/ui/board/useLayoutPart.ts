import { fetched } from './fetched.ts';
import { LAYOUT_PARTS } from './layouts.ts';

export const { fetchPart: fetchLayout, usePart: useLayoutPart } = fetched(LAYOUT_PARTS);
