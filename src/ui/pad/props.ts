import type { TextsOf } from '../../i18n/texts.ts';
import type { ReactNode } from 'react';
import type { Line } from '../../core/match/fold.ts';
import type { Body } from '../../core/rules/read.ts';
import type { Refusal } from '../../core/rules/rules.ts';
import type { Question, Scored, Scoring, KnownAction } from '../../stores/match/scoring.ts';
import type { Feeling } from './feel.ts';

/** Something that slides over the pad as far as the bottom row, and is closed again. */
export interface SheetOf {
  readonly title: string;
  readonly note?: string;
  /** Draws its content anew whenever the match changes. */
  readonly draw: (scored: Scored, close: () => void) => ReactNode;
  /** What it is about: when this changes, somebody else went on, and the sheet closes. */
  readonly about?: (scored: Scored) => string;
}

/** An entry of the sheet behind "more". */
export interface MoreEntry {
  readonly name: string;
  readonly label: string;
  readonly note?: string;
  readonly disabled?: boolean;
  /** It opens a sheet, or does something at once; the sheet of entries closes then. */
  readonly opens: SheetOf | (() => void);
}

/** The sentences of a match, and the sheet with its history. */
export interface PadWords {
  /** An action in a few words: "Black 7". */
  readonly describe: (scored: Scored, line: Line<KnownAction>) => string;
  /** The same of one that waits for an answer. */
  readonly describeAction: (scored: Scored, action: Question['actions'][number]) => string;
  /** Why something was refused, as a sentence. */
  readonly explain: (scored: Scored, refusal: Refusal) => string;
  readonly history: SheetOf;
}

/** What every part of the pad is given. */
export interface PartProps {
  readonly scored: Scored;
  readonly scoring: Scoring;
  readonly texts: TextsOf<'pad'>;
  readonly openSheet: (sheet: SheetOf) => void;
  /** Does something to the match, felt as `feeling`; gives whether it was done. What is refused is said. */
  readonly act: (kind: string, body?: Body, feeling?: Feeling) => boolean;
  /** Says and lets feel what became of something that was done to the match otherwise than by `act`. */
  readonly report: (refusal: Refusal | null, feeling?: Feeling) => boolean;
}
