import { onNotify, type ReadableAtom } from 'nanostores';
import {
  needsCode,
  TELEVISION,
  televisionOf,
  topicsIn,
  type KeptAssignment,
  type TelevisionView,
} from '../../core/television/follow-television.ts';
import { pairedFragment } from '../../core/venue/fragment.ts';
import type { ServerOffset } from '../../core/clock/offset.ts';
import { derived } from '../../browser/derived.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { TelevisionEnvironment } from '../../browser/television.ts';
import { createFollower } from '../../browser/follow.ts';
import { createKept } from '../../browser/kept.ts';
import type { ServerTime } from './server-turns.ts';
import { createTelevisionTables, type TelevisionTables } from './television-tables.ts';

export interface Television {
  readonly $view: ReadableAtom<TelevisionView>;
  readonly tables: Omit<TelevisionTables, 'forget'>;
  readonly time: ServerTime;
  /** The desk's address for entering a code. */
  readonly pairingAddress: (deskPath: string, code: string) => string;
}

/**
 * A television, with its state stored on this device so that it survives a power cut. If storage is blocked, it
 * stays paired only while its page is open.
 */
export const createTelevision = (environment: TelevisionEnvironment): Television => {
  const { television, newSecret, now, address } = environment;
  const keptSecret = createKept<string>(environment, 'television-secret-1');
  const keptAssignment = createKept<KeptAssignment>(environment, 'television-1');
  // Stored, so that a restart without a network shows the right turn even if the device's clock is wrong.
  const keptOffset = createKept<ServerOffset>(environment, 'television-offset-1');
  let secret: string | null = null;

  const ownSecret = (): string => {
    if (secret !== null) return secret;
    secret = keptSecret.read() ?? newSecret();
    keptSecret.keep(secret);
    return secret;
  };

  const { $state, follow } = createFollower({
    subject: TELEVISION,
    known: televisionOf(null, null),
    environment,
    ask: ({ known }) =>
      needsCode(known, now())
        ? television().beginPairing(ownSecret())
        : television().askTelevision(ownSecret()),
    listen: (topics, { onMessage, ...listener }) =>
      television().listenTelevision(topicsIn(topics), { ...listener, changed: () => onMessage(undefined) }),
  });
  const $view = derived([$state], ({ known }) => known.view);
  const time: ServerTime = { $offset: derived([$state], ({ known }) => known.offset), now };
  const { forget, ...tables } = createTelevisionTables(environment, $view, time);

  let { view: shown, offset } = $state.get().known;
  /** When unpaired, deletes everything about the venue from this device and takes a new secret. */
  const keep = (): void => {
    const before = shown;
    const { known } = $state.get();
    if (known.offset && known.offset !== offset) keptOffset.keep(known.offset);
    ({ view: shown, offset } = known);
    if (shown === before) return;
    if (shown.status === 'paired') keptAssignment.keep(shown.assignment);
    else if (before.status === 'paired') {
      secret = newSecret();
      keptSecret.keep(secret);
      keptAssignment.forget();
      forget();
    }
  };

  onBrowserMount($view, () => {
    const unwatch = onNotify($state, keep);
    const kept = keptAssignment.read();
    const end = follow(kept ? televisionOf(kept, keptOffset.read()) : $state.get().known);
    return () => {
      end();
      unwatch();
    };
  });

  return {
    $view,
    tables,
    time,
    pairingAddress: (deskPath, code) => `${address().origin}${deskPath}${pairedFragment(code)}`,
  };
};
