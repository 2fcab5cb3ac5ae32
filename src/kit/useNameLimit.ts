import { useState } from 'react';
import { NAME_LIMIT } from '../config/limits.ts';
import { limitName } from '../rules/name.ts';
import { formatMessage } from '../i18n/format.ts';
import type { TextsOf } from '../i18n/texts.ts';

/** A name field limited to what the database accepts, with a message if text was cut. */
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
    /** Empty if nothing was cut. */
    cut: isCut ? formatMessage(texts.tables.settings.nameTooLong, { limit: NAME_LIMIT }) : '',
  };
};
