import { PICTURES, signsFragment } from '../../core/venue/fragment.ts';
import { sorted } from '../../core/tables/order.ts';
import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { NetworkNote } from '../../kit/NetworkNote.tsx';
import { nameOf, type PartProps } from './props.ts';
import { TableSign } from './TableSign.tsx';

interface Props extends PartProps {
  /** The match id of the one table to print; null for all. */
  readonly match: string | null;
}

/** The tables' signs; nothing else on the page is printed. */
export const Signs = ({ texts, pictures, venue, match }: Props) => {
  const tables = sorted(venue.tables).inUse.filter(({ matchId }) => match === null || matchId === match);
  return (
    <>
      <div className="signs__top">
        <p>{texts.pictures.sign.help}</p>
        {!venue.isPublic && (
          <p className="alert">
            <span>{texts.pictures.sign.off}</span> <a href={PICTURES}>{texts.pictures.page.title}</a>
          </p>
        )}
        {match !== null && (
          <p>
            <span>{tables.length === 0 ? texts.pictures.sign.gone : texts.pictures.sign.one}</span>{' '}
            <a href={signsFragment()}>{texts.pictures.sign.all}</a>
          </p>
        )}
        {match === null && tables.length === 0 && <p>{texts.pictures.noTables}</p>}
        {tables.length > 0 && <NetworkNote texts={texts} />}
        {tables.length > 0 && (
          <button className="button button--primary" type="button" onClick={() => window.print()}>
            {texts.pictures.sign.print}
          </button>
        )}
      </div>
      <div className="signs">
        {tables.map((table) => (
          <TableSign
            key={table.matchId}
            texts={texts.inAll}
            label={formatMessage(texts.pictures.table.signNamed, { title: isolated(nameOf(table, texts)) })}
            title={nameOf(table, texts)}
            venue={venue.title}
            address={pictures.signLink(table)}
          />
        ))}
      </div>
    </>
  );
};
