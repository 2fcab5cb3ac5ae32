import type { TextsOf } from '../../i18n/texts.ts';
import { Dialog } from '../Dialog.tsx';
import { QrCode } from '../QrCode.tsx';

interface Props {
  readonly texts: TextsOf<'snapshot'>;
  readonly link: string;
  readonly onClose: () => void;
}

/** The table's link as a QR code, to be scanned from this screen. */
export default function TableQr({ texts, link, onClose }: Props) {
  return (
    <Dialog title={texts.snapshot.qrTitle} close={texts.snapshot.close} onClose={onClose} small>
      <QrCode text={link} label={texts.snapshot.qrTitle} />
      <p className="snapshot__qr-help">{texts.snapshot.qrHelp}</p>
      <p className="snapshot__qr-link" dir="ltr">
        {link}
      </p>
    </Dialog>
  );
}
