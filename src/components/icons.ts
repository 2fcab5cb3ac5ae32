import arrow from 'lucide-static/icons/arrow-right.svg?raw';
import chart from 'lucide-static/icons/chart-column.svg?raw';
import check from 'lucide-static/icons/check.svg?raw';
import chevronDown from 'lucide-static/icons/chevron-down.svg?raw';
import clock from 'lucide-static/icons/clock.svg?raw';
import mail from 'lucide-static/icons/mail.svg?raw';
import mapPin from 'lucide-static/icons/map-pin.svg?raw';
import menu from 'lucide-static/icons/menu.svg?raw';
import message from 'lucide-static/icons/message-circle.svg?raw';
import phone from 'lucide-static/icons/phone.svg?raw';
import receipt from 'lucide-static/icons/receipt.svg?raw';
import refresh from 'lucide-static/icons/refresh-cw.svg?raw';
import smartphone from 'lucide-static/icons/smartphone.svg?raw';
import tv from 'lucide-static/icons/tv.svg?raw';
import users from 'lucide-static/icons/users.svg?raw';
import wifi from 'lucide-static/icons/wifi.svg?raw';
import close from 'lucide-static/icons/x.svg?raw';
import zap from 'lucide-static/icons/zap.svg?raw';

/** The content of a Lucide icon's `<svg>` tag; the tag itself is ours, for size and stroke. */
const shapes = (file: string): string =>
  file
    .replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The site's icons, inlined where they are used. */
export const ICONS = {
  arrow: shapes(arrow),
  chart: shapes(chart),
  check: shapes(check),
  chevronDown: shapes(chevronDown),
  clock: shapes(clock),
  close: shapes(close),
  mail: shapes(mail),
  mapPin: shapes(mapPin),
  menu: shapes(menu),
  message: shapes(message),
  phone: shapes(phone),
  receipt: shapes(receipt),
  refresh: shapes(refresh),
  smartphone: shapes(smartphone),
  tv: shapes(tv),
  users: shapes(users),
  wifi: shapes(wifi),
  zap: shapes(zap),
} as const;

export type IconName = keyof typeof ICONS;
