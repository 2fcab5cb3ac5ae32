import { PICTURES, signsFragment } from '../../core/tables/fragment.ts';
import { inUse } from '../../stores/match/pictures.ts';
import { say } from '../say.ts';
import { nameOf, type PartProps } from './props.ts';
import { TableSign } from './TableSign.tsx';

interface Props extends PartProps {
  /** The one table whose sign is wanted; null for all of them. */
  readonly match: string | null;
}

/** The tables' signs as they are printed, and nothing else on paper. */
export const Signs = ({ texts, pictures, venue, match }: Props) => {
  const tables = inUse(venue).filter(({ matchId }) => match === null || matchId === match);
  return (
    <>
      <div className="signs__top">
        <p>{texts['sign.help']}</p>
        {!venue.isPublic && (
          <p className="alert">
            {texts['sign.off']} <a href={PICTURES}>{texts['page.title']}</a>
          </p>
        )}
        {match !== null && (
          <p>
            {tables.length === 0 ? texts['sign.gone'] : texts['sign.one']}{' '}
            <a href={signsFragment()}>{texts['sign.all']}</a>
          </p>
        )}
        {match === null && tables.length === 0 && <p>{texts.noTables}</p>}
        {tables.length > 0 && (
          <button className="button button--primary" type="button" onClick={pictures.print}>
            {texts['sign.print']}
          </button>
        )}
      </div>
      <div className="signs">
        {tables.map((table) => (
          <TableSign
            key={table.matchId}
            texts={texts.onSign}
            label={say(texts['table.signNamed'], { title: nameOf(table) })}
            title={nameOf(table)}
            address={pictures.signLink(table)}
          />
        ))}
      </div>
    </>
  );
};
