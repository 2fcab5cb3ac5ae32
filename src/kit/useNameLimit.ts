import { useState } from 'react';
import { NAME_LIMIT } from '../config/limits.ts';
import { limitName } from '../rules/name.ts';
import { say } from '../i18n/say.ts';
import type { TextsOf } from '../i18n/texts.ts';

/** A field of a name, which keeps what the database takes of what is typed, and says so where that isn't all. */
export const useNameLimit = (
  texts: TextsOf<'tables'>,
): { readonly limited: (typed: string) => string; readonly cut: string } => {
  const [isCut, setCut] = useState(false);
  return {
    limited: (typed) => {
      const { name, cut } = limitName(typed);
      setCut(cut);
      return name;
    },
    /** Empty where nothing was left out. */
    cut: isCut ? say(texts.tables.settings.nameTooLong, { limit: NAME_LIMIT }) : '',
  };
};
