import { atom, type ReadableAtom } from 'nanostores';
import type { MatchBackend } from '../../backend/contract.ts';
import { failureIn } from '../../core/failure.ts';
import { visitAgoMillis } from '../../core/match/visit.ts';
import { sentAction, type Origin } from '../../core/match/pending-action.ts';
import { changesBetween, newsOf, storedState, withNews, type News } from '../../core/match/kept.ts';
import type { MatchEffect, MatchEvent, Returned, Queue } from '../../core/match/state.ts';
import {
  actAtTable,
  stepTable,
  unknownTable,
  type TableEffect,
  type TableEvent,
  type DeviceTable,
  type TableStep,
} from '../../core/match/table.ts';
import type { Body } from '../../rules/read.ts';
import { isRefusal, type Refusal } from '../../rules/rules.ts';
import type { Environment } from '../../browser/browser.ts';
import type { ScoringDeviceEnvironment } from '../../browser/scoring-device.ts';
import type { TableKey } from '../../browser/offline-store.ts';
import type { LiveOverlay } from '../board/live.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { Page } from '../../browser/page.ts';
import { createTimer, type Timer } from '../../browser/timer.ts';

export interface SyncEnvironment
  extends ScoringDeviceEnvironment, Page, Pick<Environment, 'now' | 'storage'> {
  readonly matches: () => MatchBackend;
}

export interface SyncOptions extends TableKey {
  /** The table's board, as viewers see it. */
  readonly live: LiveOverlay;
  /** Receives actions that are given back to the desk. */
  readonly returned?: (returned: readonly Returned[]) => void;
  /** The session has ended; unsent actions stay on this device. */
  readonly sessionEnded?: () => void;
}

/** An action that this device has made. */
export interface Made {
  readonly id: string;
}

/** A table's matches on this device: stored here and sent to the server. */
export interface TableSync {
  readonly $table: ReadableAtom<DeviceTable>;
  /** Whether pending actions survive a reload. */
  readonly $kept: ReadableAtom<boolean>;
  readonly options: SyncOptions;
  readonly environment: SyncEnvironment;
  /** Estimated server time, in milliseconds since the epoch. */
  readonly serverMillis: () => number;
  /** Queues an action for the current match; returns its id, or why it was refused. */
  readonly submit: (kind: string, body: Body, origin?: Origin) => Made | Refusal;
  /**
   * Sends waiting requests and polls the server now, because the network may be back or permissions may have changed.
   */
  readonly wake: () => void;
  /** Dispatches an event to a match. */
  readonly dispatchTo: (match: string, event: MatchEvent) => void;
  /** Stops, because the table was closed or another user signed in. Unsent actions stay stored. */
  readonly close: () => void;
}

const isRequest = (effect: TableEffect): boolean =>
  effect.type === 'match' && (effect.effect.type === 'append' || effect.effect.type === 'fetch');

/** Runs the effects of the match's reducer: requests, timers and storage. */
export const createTableSync = (environment: SyncEnvironment, options: SyncOptions): TableSync => {
  const { matches, moment, chance, offlineStore } = environment;
  const { live } = options;
  /** The newest state, which `$table` gets once its request is sent. */
  let newest = unknownTable('');
  const $table = atom(newest);
  const $kept = atom(true);
  const timers = new Map<string, Timer>();
  let over = false;

  const serverMillis = (): number => environment.now() + (live.$live.get().offset?.offsetMillis ?? 0);

  /** The state that this browser has stored or is storing, as far as this tab knows; null until read. */
  let stored: DeviceTable | null = null;
  /** How often storing has failed. */
  let failures = 0;

  /**
   * Stores the changes. Each write starts at once, because leaving the page would lose a delayed one. The offline store
   * keeps their order.
   */
  const keep = async (state: DeviceTable): Promise<void> => {
    const before = stored;
    const changes = before && changesBetween(before, state);
    if (!changes) return;
    stored = state;
    const failuresBefore = failures;
    try {
      await offlineStore().keep(options, changes);
      if (failures === failuresBefore) $kept.set(true);
      // An earlier write failed meanwhile, so `stored` lacks what this one stored.
      else for (const news of newsOf(changes.matches)) stored &&= withNews(stored, news);
    } catch {
      // The next write starts from the first failed one, so it includes later changes as well.
      if (failures !== failuresBefore) return;
      failures += 1;
      stored = before;
      // A private window or a full disk: continue in memory.
      $kept.set(false);
    }
  };

  /**
   * Requests leave first, then the write to the browser's storage begins, then the page redraws: none waits for another.
   * An action whose page dies in between is on the server, stored here, or both under one id, which counts once.
   */
  const apply = ({ state, effects }: TableStep): void => {
    newest = state;
    for (const effect of effects) if (isRequest(effect)) run(effect);
    void keep(newest);
    $table.set(newest);
    for (const effect of effects) if (!isRequest(effect)) run(effect);
  };

  const dispatch = (event: TableEvent): void => {
    if (!over) apply(stepTable(newest, event, moment()));
  };
  const dispatchTo = (match: string, event: MatchEvent): void => dispatch({ type: 'match', match, event });
  const wake = (): void => dispatch({ type: 'woke' });

  /**
   * Schedules an event in place of any earlier one with this name. Otherwise a page woken while one was waiting would
   * poll twice from then on.
   */
  const later = (name: string, millis: number, event: () => void): void => {
    const timer = timers.get(name) ?? createTimer();
    timers.set(name, timer);
    timer.set(millis, event);
  };

  const ask = async (match: string, queue: Queue, request: () => Promise<MatchEvent>): Promise<void> => {
    try {
      dispatchTo(match, await request());
    } catch (thrown) {
      dispatchTo(match, { type: 'failed', queue, failure: failureIn(thrown), chance: chance() });
    }
  };

  const runFor = (match: string, effect: MatchEffect): void => {
    switch (effect.type) {
      case 'fetch':
        void ask(match, 'log', async () => ({
          type: 'fetched',
          page: await matches().getLog(match, effect.afterSeq),
        }));
        return;
      case 'append': {
        const { queue, afterSeq, actions, visit } = effect;
        const now = moment();
        const sent = actions.map((action) => sentAction(action, now));
        const board = effect.board && {
          ...effect.board,
          visitAgoMillis: visitAgoMillis(visit, sent, serverMillis()),
        };
        void ask(match, queue, async () => ({
          type: 'appended',
          queue,
          afterSeq,
          ids: actions.map(({ id }) => id),
          answer: await matches().appendActions(match, afterSeq, sent, board),
          chance: chance(),
        }));
        return;
      }
      case 'wait':
        later(`${match} ${effect.queue} wait`, effect.millis, () =>
          dispatchTo(match, { type: 'waited', queue: effect.queue }),
        );
        return;
      case 'limited':
        later(`${match} limited`, effect.millis, () => dispatchTo(match, { type: 'unlimited' }));
        return;
      case 'watch':
        later(`${match} ${effect.queue} watch`, effect.millis, () =>
          dispatchTo(match, { type: 'overdue', queue: effect.queue, request: effect.request }),
        );
        return;
      case 'returned':
        options.returned?.(effect.returned);
        return;
      case 'sessionEnded':
        options.sessionEnded?.();
        return;
      default:
        effect satisfies never;
    }
  };

  const run = (effect: TableEffect): void => {
    if (effect.type === 'look') void live.refresh();
    else runFor(effect.match, effect.effect);
  };

  let opened = false;
  const open = async (): Promise<void> => {
    if (opened) return;
    opened = true;
    const device = environment.device();
    newest = unknownTable(device);
    $table.set(newest);
    try {
      const kept = await offlineStore().open(options);
      stored = storedState(device, kept);
      dispatch({ type: 'opened', kept });
    } catch {
      stored = unknownTable(device);
      $kept.set(false);
    }
  };

  const onNews = (news: News): void => {
    stored &&= withNews(stored, news);
    dispatchTo(news.match, { type: 'kept', ...news });
  };

  onBrowserMount($table, () => {
    void open();
    const unwatchLive = live.$live.subscribe(({ board, connection, rights }, before) => {
      if (board && board !== before?.board) dispatch({ type: 'shown', board });
      const isBack = connection === 'live' && before?.connection !== 'live';
      if (before && (isBack || rights !== before.rights)) wake();
    });
    const unwatchPages = offlineStore().watch(options, onNews);
    const unwatchPage = environment.watchPage((change) => {
      if (change === 'online') wake();
    });
    return () => {
      unwatchLive();
      unwatchPages();
      unwatchPage();
    };
  });

  return {
    $table,
    $kept,
    options,
    environment,
    serverMillis,
    dispatchTo,
    wake,
    submit: (kind, body, origin = 'pad') => {
      const tapped = { id: environment.newId(), kind, body, origin, tap: moment(), atMillis: serverMillis() };
      const result = actAtTable(newest, tapped);
      if (isRefusal(result)) return result;
      apply(result);
      return { id: tapped.id };
    },
    close: () => {
      over = true;
      for (const timer of timers.values()) timer.stop();
    },
  };
};
