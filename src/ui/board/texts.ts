/** What layouts say, from `overlay.json`. */
export const LAYOUT_TEXTS = ['raceTo', 'clock'] as const;

export type LayoutTexts = Readonly<Record<(typeof LAYOUT_TEXTS)[number], string>>;
