import { dequal } from 'dequal/lite';
import type { TableKind } from '../../rules/table-kind.ts';
import type { Subject } from '../follow/follow.ts';
import { goodForMillis, pairingPollMillis, POLL_DOUBT_MILLIS, type Waiting } from './pairing.ts';

/*
 * How a phone or tablet is paired with a venue and learns its permissions. It polls with its secret, and requests a
 * code only once the user wants one. It stays paired until the server says otherwise.
 */

export const DEVICE_ROLES = ['admin', 'service', 'remote'] as const;
export type DeviceRole = (typeof DEVICE_ROLES)[number];

/** A paired device. */
export interface LetIn {
  readonly id: string;
  /** The venue's name for it. */
  readonly title: string;
  readonly role: DeviceRole;
  /** The one table of a remote. */
  readonly table: { readonly id: string; readonly title: string; readonly kind: TableKind } | null;
}

/** The server's answer to a device's secret. */
export type DeviceAnswer =
  | { readonly status: 'unknown' }
  | Waiting
  | { readonly status: 'letIn'; readonly topic: string; readonly device: LetIn }
  | { readonly status: 'removed'; readonly id: string };

/** The device's view. */
export type DeviceView =
  /** Nothing is known yet. */
  | { readonly status: 'starting' }
  /** Unpaired; the user can request a code. */
  | { readonly status: 'offering' }
  /** Waiting to be paired; the code is null while there is none. */
  | { readonly status: 'waiting'; readonly code: string | null }
  | { readonly status: 'letIn'; readonly device: LetIn }
  /** It was paired, and isn't any longer. */
  | { readonly status: 'removed'; readonly id: string };

export interface KnownDevice {
  readonly view: DeviceView;
  /** When the shown code expires, by this device's clock. */
  readonly endsMillis: number;
}

/** While nothing is expected. */
const POLL_IDLE_MILLIS = 600_000;

/** The initial state, from what is stored on this device. */
export const deviceOf = (kept: LetIn | null): KnownDevice => ({
  view: kept ? { status: 'letIn', device: kept } : { status: 'starting' },
  endsMillis: 0,
});

/** The state once the user has asked to be paired. */
export const WANTED: KnownDevice = { view: { status: 'waiting', code: null }, endsMillis: 0 };

const codeGoodForMillis = ({ view, endsMillis }: KnownDevice, atMillis: number): number =>
  goodForMillis(view.status === 'waiting' ? view.code : null, endsMillis, atMillis);

/** Whether the next request should get a code instead of the permissions. */
export const wantsCode = (known: KnownDevice, atMillis: number): boolean =>
  known.view.status === 'waiting' && (known.view.code === null || codeGoodForMillis(known, atMillis) <= 0);

export const DEVICE: Subject<KnownDevice, DeviceAnswer, undefined> = {
  joinMillis: 5000,
  gapMillis: 0,
  overlaps: true,
  restsHidden: true,
  lostMillis: POLL_DOUBT_MILLIS,
  pollMillis: (state, atMillis) => {
    const { status } = state.known.view;
    return status === 'offering' || status === 'removed'
      ? POLL_IDLE_MILLIS
      : pairingPollMillis(state, codeGoodForMillis(state.known, atMillis));
  },
  receive: ({ known, isDoubted }, { answer, atMillis, news }) => {
    const { view } = known;
    switch (answer.status) {
      case 'letIn': {
        const { device, topic } = answer;
        const isShown = view.status === 'letIn' && dequal(view.device, device);
        return { known: { ...known, view: isShown ? view : { status: 'letIn', device } }, topic };
      }
      case 'waiting': {
        if (view.status === 'letIn') break;
        const { code, expiresInMillis, topic } = answer;
        return {
          known: { view: { status: 'waiting', code }, endsMillis: atMillis + expiresInMillis },
          topic,
        };
      }
      case 'removed':
        return { known: { ...known, view: { status: 'removed', id: answer.id } }, topic: null };
      case 'unknown':
        break;
      default:
        answer satisfies never;
    }
    if (view.status === 'letIn') {
      // The server no longer knows the secret. Unpairing needs a second such answer, or news of a change.
      return news !== 'included' && !isDoubted
        ? 'doubt'
        : { known: { ...known, view: { status: 'removed', id: view.device.id } }, topic: null };
    }
    return view.status === 'waiting'
      ? { known: WANTED, isAnew: true }
      : { known: { ...known, view: { status: 'offering' } }, topic: null };
  },
  onMessage: (known) => ({ known, askAfterMillis: 0 }),
  fail: ({ known }, atMillis) =>
    // Don't show an expired code.
    known.view.status === 'waiting' && atMillis >= known.endsMillis ? WANTED : known,
};
