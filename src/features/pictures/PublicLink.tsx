import { CopyLink } from '../../kit/CopyLink.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { NetworkNote, useOnNetwork } from '../../kit/NetworkNote.tsx';
import { QrCode } from '../../kit/QrCode.tsx';
import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { nameOf, type PartProps, type ShownTable } from './props.ts';

interface Props extends Omit<PartProps, '$serverMillis'> {
  readonly table: ShownTable;
  readonly onClose: () => void;
}

/** The address of a table's public page, to copy or to scan with a phone. */
export const PublicLink = ({ texts, pictures, venue, table, onClose }: Props) => {
  const address = useOnNetwork(pictures.publicLink(venue, table));
  return (
    <Dialog
      title={<bdi translate="no">{nameOf(table, texts)}</bdi>}
      close={texts.tables.close}
      small
      onClose={onClose}
    >
      <QrCode
        text={address}
        label={formatMessage(texts.pictures.table.qr, { title: isolated(nameOf(table, texts)) })}
      />
      <CopyLink
        texts={texts.tables.copying}
        label={texts.pictures.table.copyLink}
        address={address}
        copyText={pictures.copyText}
        testId="public-link"
      >
        <a className="button button--quiet" href={address} target="_blank" rel="noreferrer">
          {texts.pictures.table.open}
        </a>
      </CopyLink>
      <NetworkNote texts={texts} />
    </Dialog>
  );
};
