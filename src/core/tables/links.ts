/** Whether a link has expired. */
export const isOver = (
  { endsAtMillis }: { readonly endsAtMillis: number | null },
  nowMillis: number,
): boolean => endsAtMillis !== null && endsAtMillis <= nowMillis;
