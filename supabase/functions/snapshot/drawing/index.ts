/** Draws a table's board, as its picture and as a link preview, and a result's card. */
export { BOARD_SIZE, drawBoard } from './board.ts';
export type { PictureInput } from './content.ts';
export { drawPreview, PREVIEW_SIZE } from './preview.ts';
export { drawResult, RESULT_SIZE } from './result.ts';
export { when } from './when.ts';
