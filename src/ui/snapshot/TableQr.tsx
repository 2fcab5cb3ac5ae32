import { Dialog } from '../Dialog.tsx';
import { QrCode } from '../QrCode.tsx';
import type { SnapshotTexts } from './texts.ts';

interface Props {
  readonly texts: SnapshotTexts;
  readonly link: string;
  readonly onClose: () => void;
}

/** The table's link as a QR code, to be scanned from this screen. */
export default function TableQr({ texts, link, onClose }: Props) {
  return (
    <Dialog title={texts.qrTitle} close={texts.close} onClose={onClose} small>
      <QrCode text={link} label={texts.qrTitle} />
      <p className="snapshot__qr-help">{texts.qrHelp}</p>
      <p className="snapshot__qr-link" dir="ltr">
        {link}
      </p>
    </Dialog>
  );
}
