import type { NumberField } from '../../core/overlay/draft.ts';
import type { Failure } from '../../core/failure.ts';
import type { LayoutTexts } from '../board/texts.ts';

/** What the desk says, from `dashboard.json`, as it stands there. */
export const DESK_TEXTS = [
  'title',
  'logOut',
  'logOutFailed',
  'preview',
  'loadFailed',
  'retry',
  'overlay.title',
  'overlay.link',
  'overlay.loading',
  'overlay.copy',
  'overlay.copied',
  'overlay.copyFailed',
  'overlay.open',
  'overlay.help',
  'form.title',
  'form.playerA',
  'form.playerB',
  'form.scoreA',
  'form.scoreB',
  'form.raceTo',
  'form.save',
  'form.saving',
  'form.saved',
  'form.unsaved',
  'form.changedElsewhere',
  'form.takeTheirs',
  'clock.title',
  'clock.start',
  'clock.stop',
  'clock.reset',
  'clock.running',
  'clock.stopped',
  'connection.live',
  'connection.reconnecting',
  'connection.offline',
] as const;

/** The reasons that the desk gives for a failure, each a sentence in `dashboard.reasons`. */
export const REASONS = ['offline', 'sessionExpired', 'forbidden', 'tooMany', 'unknown'] as const;
export type Reason = (typeof REASONS)[number];

const isReason = (kind: string): kind is Reason => (REASONS as readonly string[]).includes(kind);

export const reasonOf = ({ kind }: Failure): Reason => (isReason(kind) ? kind : 'unknown');

export interface DeskTexts extends Readonly<Record<(typeof DESK_TEXTS)[number], string>> {
  /** Sentences that name a reason, a field or a limit, made while the page is rendered. */
  readonly saveFailed: Readonly<Record<Reason, string>>;
  readonly clockFailed: Readonly<Record<Reason, string>>;
  readonly nameTooLong: string;
  readonly outOfRange: Readonly<Record<NumberField, string>>;
  readonly increase: Readonly<Record<'s1' | 's2', string>>;
  readonly decrease: Readonly<Record<'s1' | 's2', string>>;
  readonly layout: LayoutTexts;
}
