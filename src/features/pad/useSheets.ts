import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Scored } from '../match/scoring.ts';
import type { SheetOf } from '../pad-parts/props.ts';

export interface Sheets {
  readonly sheet: SheetOf | null;
  readonly open: (sheet: SheetOf) => void;
  /** Opens a sheet, or closes it if it is open. */
  readonly toggle: (sheet: SheetOf) => void;
  readonly close: () => void;
  /** Whether a sheet or a question covers the keys. */
  readonly covered: boolean;
}

/**
 * Manages the pad's open sheet and restores the focus when it closes. `first` is asked for a sheet to open once the
 * match is known.
 */
export const useSheets = (
  scored: Scored | null,
  first: ((scored: Scored) => SheetOf | null) | undefined,
): Sheets => {
  const [opened, setOpened] = useState<{ readonly sheet: SheetOf; readonly about: string | null } | null>(
    null,
  );
  const [isKnown, setIsKnown] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const opener = useRef<Element | null>(null);

  // A new question replaces any open sheet; the bottom row can still open another sheet over it.
  const question = scored?.question?.id ?? null;
  if (question !== asked) {
    setAsked(question);
    if (question !== null) setOpened(null);
  }
  const about = (of: SheetOf): string | null => (scored && of.about?.(scored)) ?? null;
  if (scored && !isKnown) {
    setIsKnown(true);
    const sheet = first?.(scored);
    if (sheet) setOpened({ sheet, about: about(sheet) });
  }
  const isOutdated = opened !== null && about(opened.sheet) !== opened.about;
  if (isOutdated) setOpened(null);
  const sheet = isOutdated ? null : (opened?.sheet ?? null);
  const covered = sheet !== null || question !== null;

  useLayoutEffect(() => {
    if (covered) opener.current = document.activeElement;
  }, [covered]);
  useEffect(() => {
    const before = opener.current;
    if (covered || !(before instanceof HTMLElement)) return;
    opener.current = null;
    if (before.isConnected) before.focus({ preventScroll: true });
  }, [covered]);

  const open = (of: SheetOf) => setOpened({ sheet: of, about: about(of) });
  const close = () => setOpened(null);
  const toggle = (of: SheetOf) => {
    if (sheet?.title === of.title) close();
    else open(of);
  };
  return { sheet, open, toggle, close, covered };
};
