import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ShotSettings } from '../../rules/shot.ts';
import type { Feeling } from '../pad-parts/feel.ts';
import type { Scored } from '../match/scoring.ts';
import type { PartProps } from '../pad-parts/props.ts';
import { shotStart } from '../pad-parts/shot.ts';
import { padOf } from '../../games/pads.ts';
import type { CommandGroup, Keys } from '../pad-parts/game-pad.ts';
import { ALWAYS, directOffers, groupsOf } from './commands.ts';
import { commandOf, keyName } from './keys.ts';

interface Options extends Pick<PartProps, 'scored' | 'scoring' | 'tap' | 'report'> {
  readonly keys: Keys;
  readonly shotSettings: ShotSettings | null;
  /** Whether the pad is embedded, so that keys work only while it has the focus. */
  readonly placed: boolean;
  readonly onHelp: () => void;
}

const FEELINGS: Readonly<Record<string, Feeling>> = { pot: 'pot', foul: 'foul' };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]',
  ) !== null;

/** Enter and Space natively press the focused element, even if it has the focus only because it was tapped. */
const pressesFocus = (name: string): boolean =>
  ['Enter', 'Space'].includes(name) && document.activeElement?.matches('button, a, summary, input') === true;

const keyOf = (within: Element, command: string): HTMLButtonElement | null =>
  within.querySelector<HTMLButtonElement>(`button[data-key="${command}"]`);

/** The active groups: the open sheet's, else the game's; the ones that always work come last. */
const groupsOn = (scored: Scored, sheet: Element | null): readonly CommandGroup[] => {
  const groups = groupsOf(scored);
  return [
    ...(sheet
      ? groups.filter(({ keys }) => Object.keys(keys).some((command) => keyOf(sheet, command)))
      : groups.slice(0, 1)),
    ALWAYS,
  ];
};

/** Performs a command by clicking the pad's own key if there is one, so that both always do the same. */
const perform = (pad: Element, command: string, options: Options): void => {
  const { scored, scoring, tap, report, shotSettings, onHelp } = options;
  const sheet = pad.querySelector('.pad-sheet');
  const key = (sheet && keyOf(sheet, command)) ?? keyOf(pad, command);
  if (key) {
    key.click();
    return;
  }
  const { clock, shot, held } = scored;
  switch (command) {
    case 'help':
      onHelp();
      return;
    case 'hold':
      if (held) scoring.release();
      else scoring.hold();
      return;
    case 'clock':
      tap(clock.running ? 'clock.stop' : 'clock.start', {}, 'end');
      return;
    case 'newShot':
    case 'shotClock':
      if (shot && command === 'shotClock') tap('shot.off', {}, 'end');
      else if (shotSettings) tap('shot.start', shotStart(shotSettings.seconds, shotSettings), 'end');
      return;
    default: {
      const amended = padOf(scored).keyboard.amend(command, scored);
      if (amended) {
        report(scoring.replace(amended.id, amended.kind, amended.body), 'pot');
        return;
      }
      const action = directOffers(scored).get(command);
      if (action) tap(action.kind, action.body, FEELINGS[action.kind] ?? 'end');
    }
  }
};

/**
 * Scoring by keyboard and presenter remote while a pad is open. Keys are ignored while typing, and don't
 * repeat when held down.
 */
export const useKeyboard = (pad: RefObject<HTMLElement | null>, options: Options | null): void => {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  // Before the pad is painted, so that keys work as soon as it is visible.
  useLayoutEffect(() => {
    // A remote's start key alternates between F5 and Escape: after F5, treat Escape as the same key.
    let startedByRemote = false;
    // After moving with Tab, Enter and Space press the focused key. After a tap, they are commands.
    let tabbing = false;
    const point = (): void => {
      tabbing = false;
    };
    const press = (event: KeyboardEvent): void => {
      const { current: node } = pad;
      const { current: now } = latest;
      if (!node || !now || event.isComposing || isTyping(event.target)) return;
      if (now.placed && !node.contains(document.activeElement)) return;
      if (event.key === 'Tab') tabbing = true;
      const pressed = keyName(event);
      if (pressed === null) return;
      if (pressesFocus(pressed)) {
        if (tabbing) return;
        event.preventDefault();
        // Otherwise Firefox would still press it on Space.
        node.focus({ preventScroll: true });
      }
      const sheet = node.querySelector('.pad-sheet');
      const name = pressed === 'Escape' && startedByRemote && !sheet ? 'F5' : pressed;
      const command = commandOf(now.keys, groupsOn(now.scored, sheet), name);
      const isGames = command !== null && !Object.hasOwn(ALWAYS.keys, command);
      const stopped = !sheet && node.querySelector('.pad__game[inert]') !== null;
      if (!command || (isGames && stopped) || (command === 'close' && !sheet)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      if (pressed.endsWith('F5')) startedByRemote = true;
      if (pressed === 'Escape') startedByRemote = false;
      perform(node, command, now);
    };
    document.addEventListener('pointerdown', point, { capture: true });
    document.addEventListener('keydown', press, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', point, { capture: true });
      document.removeEventListener('keydown', press, { capture: true });
    };
  }, [pad]);
};
