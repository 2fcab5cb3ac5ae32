import { useState } from 'react';
import { CodeForm } from './CodeForm.tsx';
import type { PartProps, Setting } from './device-props.ts';
import { SettingFields } from './DeviceSettings.tsx';
import { named } from './device-words.ts';

const FRESH: Setting = { title: '', role: 'service', tableId: null };

interface Props extends PartProps {
  /** A scanned code; empty for none. */
  readonly code: string;
}

/** Pairs a device by the code that it shows. */
export const LetInForm = (props: Props) => {
  const { texts, devices, code } = props;
  const [setting, setSetting] = useState(FRESH);
  return (
    <CodeForm
      texts={texts}
      label={texts.staff.code}
      outcomeText={(outcome) => texts.staff[outcome]}
      send={texts.staff.letIn}
      code={code}
      pair={(typed) => devices.letIn(typed, named(setting, texts))}
      onPaired={() => setSetting({ ...setting, title: '' })}
    >
      <SettingFields {...props} setting={setting} change={setSetting} />
    </CodeForm>
  );
};
