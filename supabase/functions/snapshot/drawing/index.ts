/** Draws a table's board, as its picture and as a link preview, and the cards of results and tournaments. */
export { BOARD_SIZE, drawBoard } from './board.ts';
export type { PictureInput } from './content.ts';
export { CARD_SIZE } from './card.ts';
export { drawPreview } from './preview.ts';
export { drawResult } from './result.ts';
export { drawTournament, stageOf } from './tournament.ts';
export { when } from './when.ts';
