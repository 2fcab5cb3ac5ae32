/** How long a page has for each step. */
export const MILLIS = 30_000;

/**
 * A page in its own browser, as on a separate device, until its test ends. Its parts are found by CSS and waited for.
 */
export interface Screen {
  readonly open: (url: string) => Promise<void>;
  readonly click: (css: string) => Promise<void>;
  /** Types by keys, replacing the present text. */
  readonly type: (css: string, text: string) => Promise<void>;
  /** The first part's text; null if there is none. */
  readonly text: (css: string) => Promise<string | null>;
  /** The page's errors as Firefox reports them; WebKit's driver doesn't. */
  readonly errors: readonly string[];
}
