import type { TextsOf } from '../../i18n/texts.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { NetworkNote, useOnNetwork } from '../../kit/NetworkNote.tsx';
import { QrCode } from '../../kit/QrCode.tsx';

interface Props {
  readonly texts: TextsOf<'network' | 'snapshot'>;
  readonly link: string;
  readonly onClose: () => void;
}

/** The table's link as a QR code, for scanning from this screen. */
export default function TableQr({ texts, link, onClose }: Props) {
  const address = useOnNetwork(link);
  return (
    <Dialog title={texts.snapshot.qrTitle} close={texts.snapshot.close} onClose={onClose} small>
      <QrCode text={address} label={texts.snapshot.qrTitle} />
      <p className="snapshot__qr-help">{texts.snapshot.qrHelp}</p>
      <p className="snapshot__qr-link" dir="ltr">
        {address}
      </p>
      <NetworkNote texts={texts} />
    </Dialog>
  );
}
