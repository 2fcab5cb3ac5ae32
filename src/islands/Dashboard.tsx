import { useState } from 'react';
import { deviceEnvironment } from '../stores/environment/device.ts';
import { ownerEnvironment } from '../stores/environment/owner.ts';
import { createDesk } from '../stores/match/desk.ts';
import { Desk } from '../ui/desk/Desk.tsx';
import type { DeskTexts } from '../ui/desk/texts.ts';

interface Props {
  readonly texts: DeskTexts;
  readonly loginPath: string;
}

/** The owner's desk. */
export default function Dashboard({ texts, loginPath }: Props) {
  const [desk] = useState(() =>
    createDesk(
      { ...ownerEnvironment(), ...deviceEnvironment },
      { loginPath, logOutFailed: texts.logOutFailed },
    ),
  );
  return <Desk desk={desk} texts={texts} />;
}
