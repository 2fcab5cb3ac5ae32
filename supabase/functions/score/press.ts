import { isButtonMove } from '../../../src/core/machine/moves.ts';
import { isMessenger } from '../snapshot/link-address.ts';
import { Refusal } from '../_shared/refusal.ts';
import { callFor, makeMove, type Done, type Way } from './move.ts';
import type { LogPage, OpenAnswer } from './opened.ts';
import { json, type Asked, type Route } from './router.ts';

/**
 * Button addresses, which act when fetched, because a Stream Deck's built-in action can do nothing else. Chats and
 * browsers also fetch addresses by themselves, so those requests do nothing.
 */

/** Values of the header that browsers send when they prefetch an address. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

const ROBOT =
  /bot\b|compatible;|crawl|spider|preview|prefetch|scanner|scrap|snippet|barracuda|cardyb|embedly|facebook|google|iframely|mastodon|nextcloud|office|pinterest|slack|snapchat|vkshare|zoom/i;

/** Robots send the address of a page about themselves. */
const HAS_ADDRESS = /https?:/i;
/** Two libraries do so too, which Bitfocus Companion, Node-RED and Homebridge plugins use. */
const LIBRARY = /^(?:got|node-fetch\/[\d.]+) \(\+?https:\/\/github\.com\/[\w-]+\/(?:got|node-fetch)\)$/;

const isRobot = (agent: string): boolean =>
  isMessenger(agent) || ROBOT.test(agent) || (HAS_ADDRESS.test(agent) && !LIBRARY.test(agent));

/**
 * Whether a browser opens an address in a tab. Browsers send `Sec-Fetch-Mode` only over https and to this computer.
 * Elsewhere on a venue's network, other headers identify one.
 */
const isNavigation = (headers: Headers): boolean =>
  headers.get('sec-fetch-mode') === 'navigate' ||
  headers.has('upgrade-insecure-requests') ||
  (headers.get('accept') ?? '').toLowerCase().includes('text/html');

/** Why a request should do nothing; null if a button may have sent it. */
const notByAButton = ({ request: { method, headers } }: Asked): string | null => {
  if (method !== 'GET') return 'Nothing was done: only GET presses a button.';
  if (isNavigation(headers))
    return 'Nothing was done: this address belongs into a button, not into a browser’s address bar.';
  const agent = headers.get('user-agent') ?? '';
  if (PURPOSES.some((name) => headers.has(name)) || isRobot(agent))
    return 'Nothing was done: this address does nothing for previews.';
  return null;
};

const press = async (asked: Asked): Promise<Response> => {
  const reason = notByAButton(asked);
  if (reason !== null) throw new Refusal(403, reason, { code: 'notByAButton' });
  const link = asked.parts['secret'] ?? '';
  const open = (after_seq: number, counts: boolean): Promise<OpenAnswer> =>
    callFor<OpenAnswer>(asked, 'open_button', { link, after_seq, counts });
  const read = async (afterSeq: number): Promise<LogPage> => {
    const opened = await open(afterSeq, false);
    if (opened.outcome !== 'ok') throw new Error(`open_button answered ${opened.outcome}`);
    return opened.log;
  };
  const way: Way = {
    secret: link,
    open: (afterSeq) => open(afterSeq, true),
    read: (_opened, afterSeq) => read(afterSeq),
    append: ({ arguments: values }) => callFor<Done>(asked, 'press_button', { link, ...values }),
    begin: null,
    require: null,
  };
  const made = await makeMove(asked, way, ({ move }) =>
    move && isButtonMove(move.move) ? move : { move: '', fields: {} },
  );
  return 'problem' in made ? made.problem : json({ repeated: made.isRepeated, ...made.answer });
};

export const PRESS: Route = { method: 'GET', path: 'press/:secret', answer: press };
