import type { TextsOf } from '../../i18n/texts.ts';
import type { Line } from '../../core/match/fold.ts';
import type { Name, Phrase } from '../../i18n/phrases.ts';
import type { Body } from '../../rules/read.ts';
import type { Refusal } from '../../rules/rules.ts';
import type { KnownAction, Made, Scored, Scoring, UnsentMatch } from '../match/scoring.ts';
import type { Elements } from '../../kit/elements.ts';
import type { Feeling } from './feel.ts';

/** A sheet that slides over the pad, down to the bottom row. */
export interface SheetOf {
  readonly title: string;
  readonly note?: string;
  /** Renders its content again whenever the match changes. */
  readonly draw: (scored: Scored, close: () => void) => Elements;
  /** The subject of the sheet. The sheet closes when this changes, because another device has moved on. */
  readonly about?: (scored: Scored) => string;
}

/** An entry of the "more" sheet. */
export interface MoreEntry {
  readonly name: string;
  readonly label: string;
  readonly note?: string;
  readonly disabled?: boolean;
  /** Also offered once a match has ended, because it starts the next one. */
  readonly isNext?: boolean;
  /**
   * Opens another sheet, or does something and closes the "more" sheet. A promise may resolve to a sheet that turns out
   * to be needed.
   */
  readonly opens: SheetOf | (() => void) | (() => Promise<SheetOf | null>);
}

/** The texts of a match, and the sheet with its history. */
export interface PadWords {
  /** An action in a few words: "Black 7". */
  readonly describe: (scored: Scored, line: Line<KnownAction>) => string;
  /** A phrase, or a plain name. */
  readonly format: (said: Name | Phrase) => string;
  /** The unsent actions of a match, one line each. */
  readonly unsent: (unsent: UnsentMatch) => readonly string[];
  /** The reason for a refusal, as a sentence. */
  readonly explain: (scored: Scored, refusal: Refusal) => string;
  /** Why this device can't score here any more, if there is a more specific reason than `forbidden`. */
  readonly stopped: Elements;
  readonly history: SheetOf;
}

/** The common props of the pad's parts. */
export interface PartProps {
  readonly scored: Scored;
  readonly scoring: Scoring;
  readonly texts: TextsOf<'match' | 'overlay' | 'pad'>;
  readonly openSheet: (sheet: SheetOf) => void;
  /** Scores an action with vibration `feeling`; returns its id, or null if it was refused. Refusals are shown. */
  readonly tap: (kind: string, body?: Body, feeling?: Feeling) => string | null;
  /** Shows and vibrates the result of an action made in another way, and returns the same. */
  readonly report: (made: Made | Refusal, feeling?: Feeling) => string | null;
}
