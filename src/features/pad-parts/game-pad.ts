import type { Areas, PlainKeyOf, TextsOf } from '../../i18n/texts.ts';
import type { ComponentType } from 'react';
import type { GameName } from '../../games/boards.ts';
import type { ShotSettings } from '../../rules/shot.ts';
import type { Action } from '../../rules/log.ts';
import type { Scored } from '../match/scoring.ts';
import type { MoreEntry, PartProps } from './props.ts';

/** The props of a game's line. */
export interface LineProps extends Pick<PartProps, 'scored' | 'scoring'> {
  readonly texts: TextsOf<'overlay' | 'pad'>;
  readonly serverNow: () => number;
}

/** The props of a game's keys. */
export interface KeysProps extends PartProps {
  /** The match's shot clock settings. */
  readonly settings: ShotSettings | null;
  readonly serverNow: () => number;
  /** The entries that start the next match; empty until this one has ended. */
  readonly next: readonly MoreEntry[];
  readonly onMore: (entry: MoreEntry) => void;
}

/** The keyboard keys for each command, by key name: `a`, `7`, `Shift+a`, `Ctrl+z`, `PageDown`, `?`. */
export type Keys = Readonly<Record<string, readonly string[]>>;

/** A group of commands that work in the same context, with their default keys. */
export interface CommandGroup {
  /** The group's name: its game, or a text of the keyboard's sheet. */
  readonly title: GameName | PlainKeyOf<Areas['pad']['keyboard']>;
  readonly keys: Keys;
}

/** A score action, and the sequence of commands that leads to it. */
export interface Offer extends Pick<Action, 'kind' | 'body'> {
  readonly path: readonly string[];
}

export interface GameKeyboard {
  /** The game's own commands first, then those of each of its sheets. */
  readonly groups: readonly CommandGroup[];
  /** Every score action that the keyboard can make now. */
  readonly offers: (scored: Pick<Scored, 'state'>) => readonly Offer[];
  /** How a command would amend the last action; null for a command that adds one. */
  readonly amend: (
    command: string,
    scored: Pick<Scored, 'state' | 'undoable'>,
  ) => (Pick<Action, 'kind' | 'body'> & { readonly id: string }) | null;
  /** A command's label, if it is one of the game's texts; null for one under `keyboard.command`. */
  readonly label: (command: string, texts: TextsOf<'match' | 'pad'>) => string | null;
}

/** A game's part of the pad. */
export interface GamePad {
  /** Shown between the scoreboard and the keys. */
  readonly Line: ComponentType<LineProps> | null;
  readonly Keys: ComponentType<KeysProps>;
  /** The game's own entries for the "more" sheet. */
  readonly entries: (parts: Pick<PartProps, 'scored' | 'texts' | 'tap'>) => readonly MoreEntry[];
  readonly keyboard: GameKeyboard;
}
