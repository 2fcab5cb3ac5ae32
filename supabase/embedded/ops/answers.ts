import { isThisComputer } from '../../../src/core/site/network.ts';
import { answerJson, Refusal } from '../http/http.ts';
import { addressOf, isThisMachine } from '../http/limits.ts';
import type { Route, WebHandler } from '../http/web-handler.ts';
import { DEVICE_HEADER } from '../rest/rest.ts';
import { forVenue, type Health } from './health.ts';

/** The answers about this installation: its health, and its addresses on the network. */

/**
 * Whether the request comes from this machine, by its own name. A proxy that wasn't configured also names its senders.
 */
const isFromHere = (headers: Headers, address: string): boolean => {
  const { hostname = '' } = URL.parse(`http://${headers.get('host') ?? ''}`) ?? {};
  const sender = headers.get('x-forwarded-for') ?? headers.get('forwarded');
  return isThisComputer(hostname) && isThisMachine(address) && sender === null;
};

/**
 * Answers whether all is well. The details are only for callers who may see their venue's devices, which `rest` checks,
 * and for requests from this machine.
 */
export const answerHealth =
  (look: () => Promise<Health>, rest: WebHandler): WebHandler =>
  async ({ method, headers, url }, address) => {
    if (!['GET', 'HEAD'].includes(method)) {
      throw new Refusal(405, 'Use GET.', { headers: { allow: 'GET, HEAD' } });
    }
    const health = await look();
    const answer = (body: object): Response =>
      Response.json(body, {
        status: health.status === 'ok' ? 200 : 503,
        headers: { 'cache-control': 'no-store' },
      });
    const proof = new Headers();
    for (const name of ['authorization', DEVICE_HEADER]) {
      const value = headers.get(name);
      if (value !== null) proof.set(name, value);
    }
    if ([...proof].length === 0)
      return answer(isFromHere(headers, address) ? health : { status: health.status });
    const asked = new Request(new URL('/rest/v1/rpc/list_devices', url), { method: 'POST', headers: proof });
    const allowed = await rest(asked, address);
    return allowed.ok ? answer(forVenue(health)) : allowed;
  };

/** Answers pages that were opened on this machine itself: others must not learn its addresses. */
export const answerNetwork =
  (network: () => readonly string[]): Route['answer'] =>
  async (request, response) => {
    const { hostname = '' } = URL.parse(`http://${request.headers.host ?? ''}`) ?? {};
    if (!isThisComputer(hostname) || !isThisMachine(addressOf(request))) {
      throw new Refusal(404, 'There is nothing at this address.');
    }
    answerJson(response, 200, { origins: network() });
  };
