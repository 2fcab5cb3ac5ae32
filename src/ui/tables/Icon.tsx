import cloudOff from 'lucide-static/icons/cloud-off.svg?raw';
import flag from 'lucide-static/icons/flag.svg?raw';
import monitor from 'lucide-static/icons/monitor.svg?raw';
import pause from 'lucide-static/icons/pause.svg?raw';
import plus from 'lucide-static/icons/plus.svg?raw';
import settings from 'lucide-static/icons/settings-2.svg?raw';
import upload from 'lucide-static/icons/upload.svg?raw';
import close from 'lucide-static/icons/x.svg?raw';

const ICONS = { cloudOff, close, flag, monitor, pause, plus, settings, upload };

/** A sign beside words, or on a button that has a name: never read out. */
export const Icon = ({ name }: { readonly name: keyof typeof ICONS }) => (
  <span className="tables-icon" aria-hidden="true" dangerouslySetInnerHTML={{ __html: ICONS[name] }} />
);
