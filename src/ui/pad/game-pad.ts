import type { Areas, TextsOf } from '../../i18n/texts.ts';
import type { ComponentType } from 'react';
import type { ShotSettings } from '../../core/clock/shot.ts';
import type { Action } from '../../core/match/log.ts';
import type { Scored } from '../../stores/match/scoring.ts';
import type { MoreEntry, PartProps } from './props.ts';

/** What a game's keys are given. */
export interface KeysProps extends PartProps {
  /** The shot clock that the match was begun with. */
  readonly settings: ShotSettings | null;
  readonly serverNow: () => number;
  /** What may begin when the match is over. */
  readonly newMatch: MoreEntry | undefined;
  readonly onMore: (entry: MoreEntry) => void;
}

/** The keyboard's keys of each command, by their names: `a`, `7`, `Shift+a`, `Ctrl+z`, `PageDown`, `?`. */
export type Keys = Readonly<Record<string, readonly string[]>>;

/** Commands that work in one place, with the keys that they have at first. */
export interface CommandGroup {
  /** The group's name, a text of the keyboard's sheet. */
  readonly title: Exclude<keyof Areas['pad']['keyboard'], 'command'>;
  readonly keys: Keys;
}

/** A score action, and the commands that lead to it one after the other. */
export interface Offer extends Pick<Action, 'kind' | 'body'> {
  readonly path: readonly string[];
}

export interface GameKeyboard {
  /** The game's own commands first, then those of each sheet that may lie over its keys. */
  readonly groups: readonly CommandGroup[];
  /** Every score action that keys can make now. */
  readonly offers: (scored: Pick<Scored, 'state'>) => readonly Offer[];
  /** What a command would make of the last action, by its id; null for a command that adds an action. */
  readonly amend: (
    command: string,
    scored: Pick<Scored, 'state' | 'undoable'>,
  ) => (Pick<Action, 'kind' | 'body'> & { readonly id: string }) | null;
  /** What a command is called, where that is a text of the game; null for one under `keyboard.command`. */
  readonly label: (command: string, texts: TextsOf<'pad'>) => string | null;
}

/** A game's part of the pad. */
export interface GamePad {
  /** What stands between the scoreboard and the keys. */
  readonly Line: ComponentType<Pick<PartProps, 'scored' | 'texts'>> | null;
  readonly Keys: ComponentType<KeysProps>;
  /** What the sheet behind "more" offers besides what every game has. */
  readonly entries: (parts: Pick<PartProps, 'scored' | 'texts' | 'act'>) => readonly MoreEntry[];
  readonly keyboard: GameKeyboard;
}
