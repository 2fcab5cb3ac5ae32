import { parseOverlayAnswer, parseBoard, type OverlayAnswer } from '../core/overlay/board.ts';
import type { Body } from '../rules/read.ts';
import { expectObject, orUnknown } from './answers.ts';
import type { OverlayListener, ViewerBackend } from './contract.ts';
import { unreadable, type Call, type Requests } from './requests.ts';
import { joinChannel } from './channel.ts';

const listen = (
  topic: string,
  { changed, branding, seats, rights, gone, ...listener }: OverlayListener,
): (() => void) => {
  const close = joinChannel(topic, listener, {
    state: (payload) => {
      const board = parseBoard(payload);
      if (board) changed(board);
    },
    branding,
    seats,
    rights,
    gone: () => {
      close();
      gone();
    },
  });
  return close;
};

/** Reads what only those who score a table get. */
type ScorersReader = (answer: Body) => Pick<OverlayAnswer, 'facts'>;

/** Reads overlays and listens to them. `link` is the scorer link's secret, if one is used. */
export const overlayReader = (
  call: Call,
  link: string | null = null,
  forScorers: ScorersReader = () => ({}),
): ViewerBackend => ({
  getOverlay: async (key, showing) => {
    const answer = await call('get_overlay', {
      key,
      ...(showing && { screen: showing.screen, ...(showing.rev !== null && { shown: showing.rev }) }),
      ...(link !== null && { link }),
    });
    return orUnknown((answer) => {
      const overlay = parseOverlayAnswer(answer);
      // A captive portal or proxy that answers with its own page must not take a board off air.
      if (!overlay) throw unreadable();
      return { ...overlay, ...forScorers(expectObject(answer)) };
    }, answer);
  },
  listen,
});

/** The backend of an overlay page. */
export const viewerBackend = ({ call }: Requests): ViewerBackend => overlayReader(call);
