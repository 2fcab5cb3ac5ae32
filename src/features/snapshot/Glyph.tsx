import alert from 'lucide-static/icons/triangle-alert.svg?raw';
import clock from 'lucide-static/icons/clock.svg?raw';
import copy from 'lucide-static/icons/copy.svg?raw';
import download from 'lucide-static/icons/download.svg?raw';
import history from 'lucide-static/icons/history.svg?raw';
import late from 'lucide-static/icons/clock-alert.svg?raw';
import leave from 'lucide-static/icons/shrink.svg?raw';
import live from 'lucide-static/icons/radio.svg?raw';
import message from 'lucide-static/icons/message-circle.svg?raw';
import printer from 'lucide-static/icons/printer.svg?raw';
import qr from 'lucide-static/icons/qr-code.svg?raw';
import refresh from 'lucide-static/icons/refresh-cw.svg?raw';
import share from 'lucide-static/icons/share-2.svg?raw';
import wall from 'lucide-static/icons/expand.svg?raw';
import whole from 'lucide-static/icons/rotate-ccw.svg?raw';
import zoomIn from 'lucide-static/icons/zoom-in.svg?raw';
import zoomOut from 'lucide-static/icons/zoom-out.svg?raw';
import { drawing } from '../../kit/drawing.tsx';

const GLYPHS = {
  alert,
  clock,
  copy,
  download,
  history,
  late,
  leave,
  live,
  message,
  printer,
  qr,
  refresh,
  share,
  wall,
  whole,
  zoomIn,
  zoomOut,
};

/** The viewer's own icons, which other pages don't load; hidden from screen readers. */
export const Glyph = ({ name }: { readonly name: keyof typeof GLYPHS }) => (
  <span className="ui-icon" aria-hidden="true">
    {drawing(GLYPHS[name])}
  </span>
);
