import calendar from 'lucide-static/icons/calendar-days.svg?raw';
import check from 'lucide-static/icons/check.svg?raw';
import back from 'lucide-static/icons/chevron-left.svg?raw';
import further from 'lucide-static/icons/chevron-right.svg?raw';
import account from 'lucide-static/icons/circle-user-round.svg?raw';
import cloudOff from 'lucide-static/icons/cloud-off.svg?raw';
import more from 'lucide-static/icons/ellipsis.svg?raw';
import flag from 'lucide-static/icons/flag.svg?raw';
import sponsors from 'lucide-static/icons/handshake.svg?raw';
import history from 'lucide-static/icons/history.svg?raw';
import picture from 'lucide-static/icons/image.svg?raw';
import tables from 'lucide-static/icons/layout-grid.svg?raw';
import key from 'lucide-static/icons/key-round.svg?raw';
import lock from 'lucide-static/icons/lock.svg?raw';
import minus from 'lucide-static/icons/minus.svg?raw';
import monitor from 'lucide-static/icons/monitor.svg?raw';
import hold from 'lucide-static/icons/pause.svg?raw';
import play from 'lucide-static/icons/play.svg?raw';
import plus from 'lucide-static/icons/plus.svg?raw';
import code from 'lucide-static/icons/qr-code.svg?raw';
import redo from 'lucide-static/icons/redo-2.svg?raw';
import restart from 'lucide-static/icons/rotate-ccw.svg?raw';
import server from 'lucide-static/icons/server.svg?raw';
import settings from 'lucide-static/icons/settings-2.svg?raw';
import results from 'lucide-static/icons/trophy.svg?raw';
import devices from 'lucide-static/icons/smartphone.svg?raw';
import venue from 'lucide-static/icons/store.svg?raw';
import score from 'lucide-static/icons/tally-5.svg?raw';
import undo from 'lucide-static/icons/undo-2.svg?raw';
import upload from 'lucide-static/icons/upload.svg?raw';
import players from 'lucide-static/icons/users.svg?raw';
import close from 'lucide-static/icons/x.svg?raw';
import { drawing } from './drawing.tsx';

const ICONS = {
  account,
  back,
  calendar,
  check,
  close,
  cloudOff,
  code,
  devices,
  flag,
  further,
  history,
  hold,
  key,
  lock,
  minus,
  monitor,
  more,
  picture,
  play,
  players,
  plus,
  redo,
  restart,
  results,
  score,
  server,
  settings,
  sponsors,
  tables,
  undo,
  upload,
  venue,
};

/** An icon beside text, or on a button with its own label; hidden from screen readers. */
export type IconName = keyof typeof ICONS;

export const Icon = ({ name, directional = false }: { name: IconName; directional?: boolean }) => (
  <span className={directional ? 'ui-icon icon--directional' : 'ui-icon'} aria-hidden="true">
    {drawing(ICONS[name])}
  </span>
);
