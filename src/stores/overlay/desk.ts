import { atom, type ReadableAtom } from 'nanostores';
import type { ClockAction } from '../../backend/contract.ts';
import { overlayLink } from '../../core/overlay/address.ts';
import {
  afterSaving,
  changedElsewhere,
  changesOf,
  dropEdits,
  editField,
  fieldText,
  outOfRange,
  parseEdits,
  stepScore,
  type DraftField,
  type Edits,
  type NumberField,
} from '../../core/overlay/draft.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { limitName } from '../../core/overlay/name.ts';
import type { Live } from '../../core/sync/connection.ts';
import type { OwnerEnvironment } from '../environment/owner.ts';
import { attempt } from '../attempt.ts';
import { createBoardClocks, type BoardClocks } from '../clock/board-clocks.ts';
import { createLiveOverlay } from './live.ts';
import { createSession, noteSessionEnded } from '../account/session.ts';
import { onVisit } from '../visit.ts';

export type OwnOverlay =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'ready'; readonly id: string; readonly link: string };

export type Saving =
  /** Nothing was saved since the page came, or something was changed since. */
  { readonly status: 'idle' | 'saving' | 'saved' } | { readonly status: 'failed'; readonly failure: Failure };

export type Hint = 'nameTooLong' | 'scoreOutOfRange';

export interface Draft {
  readonly edits: Edits;
  readonly hints: Readonly<Partial<Record<DraftField, Hint>>>;
  /** Edited fields whose board was changed elsewhere. */
  readonly conflicts: readonly DraftField[];
}

export interface ClockButtons {
  readonly busy: boolean;
  readonly failure: Failure | null;
}

interface DeskOptions {
  /** Where those who are not signed in (any more) are led. */
  readonly loginPath: string;
  /** Said when logging out failed. */
  readonly logOutFailed: string;
}

export interface Desk {
  readonly $overlay: ReadableAtom<OwnOverlay>;
  readonly $live: ReadableAtom<Live>;
  readonly clocks: BoardClocks;
  readonly $draft: ReadableAtom<Draft>;
  readonly $saving: ReadableAtom<Saving>;
  readonly $clock: ReadableAtom<ClockButtons>;
  readonly retry: () => void;
  readonly edit: (field: DraftField, text: string) => void;
  readonly step: (field: NumberField, by: number) => void;
  /** Shows the board again in the fields that were changed elsewhere. */
  readonly takeTheirs: () => void;
  readonly save: () => Promise<void>;
  readonly moveClock: (action: ClockAction) => Promise<void>;
  /** Gives whether the overlay's link was copied. */
  readonly copyLink: () => Promise<boolean>;
  readonly logOut: () => Promise<void>;
}

const RETRY_MILLIS = 5000;
const draftKey = (token: string): string => `scorer-draft-${token}`;
const NO_DRAFT: Draft = { edits: {}, hints: {}, conflicts: [] };

/** The scorer's desk: their overlay, the draft of its next state, and the clock. */
export const createDesk = (
  environment: Omit<OwnerEnvironment, 'matches' | 'tables'>,
  { loginPath, logOutFailed }: DeskOptions,
): Desk => {
  const { auth, scorer, storage } = environment;
  const $session = createSession(auth);
  const $token = atom<string | null>(null);
  const $overlay = atom<OwnOverlay>({ status: 'loading' });
  const $draft = atom<Draft>(NO_DRAFT);
  const $saving = atom<Saving>({ status: 'idle' });
  const $clock = atom<ClockButtons>({ busy: false, failure: null });
  const { $live, apply, refresh } = createLiveOverlay({
    backend: scorer,
    $key: $token,
    now: environment.now,
  });

  /** What is on its way to the server. */
  let sent: Edits = {};
  let saveAgain = false;

  const update = (changes: Partial<Draft>): void => {
    const draft = { ...$draft.get(), ...changes };
    const { board } = $live.get();
    $draft.set({ ...draft, conflicts: board ? changedElsewhere(board, draft.edits, sent) : [] });
    const token = $token.get();
    if (token === null) return;
    // Without storage the draft lives as long as the page: no reason to fail.
    attempt(() =>
      Object.keys(draft.edits).length
        ? storage().setItem(draftKey(token), JSON.stringify(draft.edits))
        : storage().removeItem(draftKey(token)),
    );
  };

  /** Gives whether the failure ended the session, which leads to the login page with the draft kept. */
  const endedBy = (failure: Failure): boolean => {
    if (failure.kind !== 'sessionExpired') return false;
    noteSessionEnded(storage);
    void auth().dropSession();
    return true;
  };

  const setHint = (field: DraftField, hint: Hint | null): Draft['hints'] => {
    const { hints } = $draft.get();
    const others = Object.fromEntries(Object.entries(hints).filter(([name]) => name !== field));
    return hint ? { ...others, [field]: hint } : others;
  };

  const edit = (field: DraftField, typed: string): void => {
    const { board } = $live.get();
    if (!board) return;
    const limited = field === 'p1' || field === 'p2' ? limitName(typed) : { name: typed, cut: false };
    if ($saving.get().status !== 'saving') $saving.set({ status: 'idle' });
    update({
      edits: editField(board, $draft.get().edits, field, limited.name),
      hints: setHint(field, limited.cut ? 'nameTooLong' : null),
    });
  };

  /** Whether another person has signed in meanwhile: an answer about `token` is no longer for this page. */
  const isGone = (token: string): boolean => $token.get() !== token;

  const save = async (): Promise<void> => {
    const token = $token.get();
    if (token === null) return;
    if ($saving.get().status === 'saving') {
      saveAgain = true;
      return;
    }
    const { edits, hints } = $draft.get();
    const wrong = outOfRange(edits);
    if (wrong.length) {
      update({
        hints: { ...hints, ...Object.fromEntries(wrong.map((field) => [field, 'scoreOutOfRange'])) },
      });
      return;
    }
    sent = edits;
    $saving.set({ status: 'saving' });
    try {
      const changes = changesOf(sent);
      if (Object.keys(changes).length) {
        const board = await scorer().saveBoard(token, changes);
        if (isGone(token)) return;
        apply(board);
        const left = afterSaving(board, $draft.get().edits, sent);
        sent = {};
        update({ edits: left, ...(Object.keys(left).length ? {} : { hints: {} }) });
        $saving.set({ status: Object.keys(left).length ? 'idle' : 'saved' });
      } else {
        // Nothing to write; "Saved" must still mean that the server was reached.
        const reached = await refresh();
        if (isGone(token)) return;
        $saving.set(reached ? { status: 'saved' } : { status: 'failed', failure: { kind: 'offline' } });
      }
    } catch (thrown) {
      if (isGone(token)) return;
      const failure = failureIn(thrown);
      sent = {};
      $saving.set({ status: 'failed', failure });
      endedBy(failure);
    }
    if (saveAgain) {
      saveAgain = false;
      await save();
    }
  };

  const start = (): (() => void) => {
    let userId: string | null = null;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let loading = 0;

    const load = async (): Promise<void> => {
      clearTimeout(retry);
      const mine = ++loading;
      try {
        const { id, token } = await scorer().ensureOverlay();
        if (mine !== loading) return;
        $token.set(token);
        $draft.set({
          ...NO_DRAFT,
          edits: parseEdits(attempt(() => storage().getItem(draftKey(token))) ?? null),
        });
        $overlay.set({ status: 'ready', id, link: overlayLink(environment.address().origin, token) });
      } catch (thrown) {
        if (mine !== loading) return;
        const failure = failureIn(thrown);
        if (endedBy(failure)) return;
        $overlay.set({ status: 'failed', failure });
        retry = setTimeout(() => void load(), RETRY_MILLIS);
      }
    };
    loadAgain = () => void load();

    const unwatchSession = $session.subscribe((session) => {
      switch (session.status) {
        case 'signedIn':
          if (session.userId === userId) return;
          // Another person signed in to this browser: nothing of the first one's may stay.
          userId = session.userId;
          $token.set(null);
          $draft.set(NO_DRAFT);
          $saving.set({ status: 'idle' });
          $clock.set({ busy: false, failure: null });
          sent = {};
          saveAgain = false;
          $overlay.set({ status: 'loading' });
          void load();
          return;
        case 'signedOut':
          environment.replaceBy(loginPath);
          return;
        case 'unreachable':
          $overlay.set({ status: 'failed', failure: { kind: 'offline' } });
          return;
        case 'unknown':
          return;
        default:
          session satisfies never;
      }
    });
    const unwatchBoard = $live.listen(({ board }, before) => {
      if (board !== before?.board) update({});
    });
    const online = (): void => {
      if ($overlay.get().status === 'failed') void load();
    };
    window.addEventListener('online', online);
    return () => {
      loading++;
      clearTimeout(retry);
      unwatchSession();
      unwatchBoard();
      window.removeEventListener('online', online);
    };
  };
  let loadAgain = (): void => {};
  onVisit($overlay, start);

  return {
    $overlay,
    $live,
    clocks: createBoardClocks($live, environment.now),
    $draft,
    $saving,
    $clock,
    retry: () => {
      $overlay.set({ status: 'loading' });
      loadAgain();
    },
    edit,
    step: (field, by) => {
      const text = fieldText($live.get().board, $draft.get().edits, field);
      edit(field, stepScore(text, field, by));
    },
    takeTheirs: () => {
      const { edits, conflicts } = $draft.get();
      update({ edits: dropEdits(edits, conflicts) });
    },
    save,
    moveClock: async (action) => {
      const token = $token.get();
      if (token === null || $clock.get().busy) return;
      $clock.set({ busy: true, failure: null });
      try {
        const board = await scorer().moveClock(token, action);
        if (isGone(token)) return;
        apply(board);
        $clock.set({ busy: false, failure: null });
      } catch (thrown) {
        if (isGone(token)) return;
        const failure = failureIn(thrown);
        $clock.set({ busy: false, failure });
        endedBy(failure);
      }
    },
    copyLink: async () => {
      const overlay = $overlay.get();
      return overlay.status === 'ready' && environment.copyText(overlay.link);
    },
    logOut: async () => {
      try {
        await auth().signOut();
      } catch {
        environment.tell(logOutFailed);
      }
    },
  };
};
