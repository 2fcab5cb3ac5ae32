import { useState } from 'react';
import { alwaysShowing } from '../../core/television/programme.ts';
import { televisionLook, televisionQuery } from '../../core/television/look.ts';
import { CodeForm } from './CodeForm.tsx';
import type { PartProps, Setting } from './television-props.ts';
import { SettingFields } from './TelevisionSettings.tsx';

interface Props extends PartProps {
  /** A scanned code; empty for none. */
  readonly code: string;
}

/** Pairs a television by the code that it shows. */
export const PairForm = (props: Props) => {
  const { texts, locale, televisions, code } = props;
  const fresh: Setting = {
    title: '',
    tableId: null,
    programme: alwaysShowing('tables'),
    query: televisionQuery(televisionLook('', locale)),
  };
  const [setting, setSetting] = useState(fresh);
  return (
    <CodeForm
      texts={texts}
      label={texts.televisions.code}
      outcomeText={(outcome) => texts.televisions[outcome]}
      send={texts.televisions.pair}
      code={code}
      pair={(typed) => televisions.pair(typed, setting)}
      // The next television is likely to get the same settings.
      onPaired={() => setSetting({ ...setting, title: '' })}
    >
      <SettingFields {...props} setting={setting} change={setSetting} />
    </CodeForm>
  );
};
