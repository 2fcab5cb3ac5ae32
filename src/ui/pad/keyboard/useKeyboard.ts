import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ShotSettings } from '../../../core/clock/shot.ts';
import type { Feeling } from '../feel.ts';
import type { Scored } from '../../../stores/match/scoring.ts';
import type { PartProps } from '../props.ts';
import { shotStart } from '../shot/shot.ts';
import { padOf } from '../../../games/pads.ts';
import type { CommandGroup, Keys } from '../game-pad.ts';
import { ALWAYS, directOffers, groupsOf } from './commands.ts';
import { commandOf, keyName } from './keys.ts';

interface Options extends Pick<PartProps, 'scored' | 'scoring' | 'act' | 'report'> {
  readonly keys: Keys;
  readonly shotSettings: ShotSettings | null;
  /** Whether keys are the page's as long as the focus is elsewhere in it. */
  readonly placed: boolean;
  readonly onHelp: () => void;
}

const FEELINGS: Readonly<Record<string, Feeling>> = { pot: 'pot', foul: 'foul' };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]',
  ) !== null;

/** What Enter and Space press natively: whatever has the focus, even if only because it was tapped last. */
const pressesFocus = (name: string): boolean =>
  ['Enter', 'Space'].includes(name) && document.activeElement?.matches('button, a, summary, input') === true;

const keyOf = (within: Element, command: string): HTMLButtonElement | null =>
  within.querySelector<HTMLButtonElement>(`button[data-key="${command}"]`);

/** What a sheet has keys for; without one, the game. What works always comes last. */
const groupsOn = (scored: Scored, sheet: Element | null): readonly CommandGroup[] => {
  const groups = groupsOf(scored);
  return [
    ...(sheet
      ? groups.filter(({ keys }) => Object.keys(keys).some((command) => keyOf(sheet, command)))
      : groups.slice(0, 1)),
    ALWAYS,
  ];
};

/** Does what a command says: by the pad's own key for it where it shows one, so that both are always the same. */
const perform = (pad: Element, command: string, options: Options): void => {
  const { scored, scoring, act, report, shotSettings, onHelp } = options;
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
      act(clock.running ? 'clock.stop' : 'clock.start', {}, 'end');
      return;
    case 'newShot':
    case 'shotClock':
      if (shot && command === 'shotClock') act('shot.off', {}, 'end');
      else if (shotSettings) act('shot.start', shotStart(shotSettings.seconds, shotSettings), 'end');
      return;
    default: {
      const amended = padOf(scored).keyboard.amend(command, scored);
      if (amended) {
        report(scoring.replace(amended.id, amended.kind, amended.body), 'pot');
        return;
      }
      const action = directOffers(scored).get(command);
      if (action) act(action.kind, action.body, FEELINGS[action.kind] ?? 'end');
    }
  }
};

/**
 * Scores by keyboard and presenter's remote while a pad is open. Keys do nothing while somebody types, and a key that is
 * kept down does it once.
 */
export const useKeyboard = (pad: RefObject<HTMLElement | null>, options: Options | null): void => {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  // Before the pad is painted: whoever sees it can score.
  useLayoutEffect(() => {
    // A remote's start key sends F5 and Escape in turns: after F5, Escape is the same key.
    let startedByRemote = false;
    // Whoever goes from key to key with Tab presses them with Enter and Space. Whoever has tapped one means the keyboard.
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
        // Firefox presses it with Space all the same.
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
