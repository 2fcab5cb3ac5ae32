import { useState } from 'react';
import { signsFragment, tableFragment } from '../../core/venue/fragment.ts';
import type { PicturesView } from './pictures.ts';
import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import type { ReadableAtom } from 'nanostores';
import { agoText } from '../../core/time/text.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Template } from '../../i18n/texts.ts';
import { useAt } from '../../kit/useAt.ts';
import { nameOf, type PartProps, type ShownTable } from './props.ts';
import { PublicLink } from './PublicLink.tsx';

type Picture = PicturesView['shown'][string];

interface Props extends PartProps {
  readonly table: ShownTable;
  /** The table's newest existing picture. */
  readonly picture: Picture | undefined;
}

interface AgoProps {
  readonly text: Template<'time'>;
  readonly millis: number;
  readonly locale: Locale;
  readonly $serverMillis: ReadableAtom<number>;
}

/** A sentence saying how long ago something was, kept up to date. */
const Ago = ({ text, millis, locale, $serverMillis }: AgoProps) => {
  const time = useAt($serverMillis, (now) => agoText(millis, now, locale));
  return <span>{formatMessage(text, { time })}</span>;
};

const Thumbnail = ({ texts, pictures, table, picture }: Props & { picture: Picture }) => {
  const [unloaded, setUnloaded] = useState(false);
  if (unloaded) return <p className="pictures__empty">{texts.pictures.table.unloaded}</p>;
  return (
    <img
      className="pictures__image"
      src={pictures.smallAddress(picture.id)}
      alt={formatMessage(texts.pictures.table.alt, { title: isolated(nameOf(table, texts)) })}
      width={480}
      height={270}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setUnloaded(true)}
    />
  );
};

/** The picture that visitors of a table's public page see, or why there is none. */
const Face = (props: Props) => {
  const { texts, venue, table, picture } = props;
  if (!venue.isPublic) return <p className="pictures__empty">{texts.pictures.table.hidden}</p>;
  if (picture) return <Thumbnail key={picture.id} {...props} picture={picture} />;
  if (table.latest) return <p className="pictures__empty">{texts.pictures.table.drawing}</p>;
  return (
    <div className="pictures__empty">
      <p>{texts.pictures.table.none}</p>
      <p className="field__hint">{texts.pictures.table.noneHelp}</p>
      {table.tableId !== null && <a href={tableFragment(table.tableId)}>{texts.pictures.table.score}</a>}
    </div>
  );
};

/** A table's latest picture, its age, and the link to its public page. */
export const TablePicture = (props: Props) => {
  const { texts, pictures, venue, table, picture, $serverMillis } = props;
  const [linked, setLinked] = useState(false);
  const name = nameOf(table, texts);
  const { uploadedAtMillis } = table;
  const time = { locale: texts.locale, $serverMillis };
  return (
    <li className="pictures__card">
      <div className="pictures__face">
        <Face {...props} />
      </div>
      <div className="pictures__words">
        <h2 className="pictures__name">
          <bdi translate="no">{name}</bdi>
        </h2>
        {picture && (
          <p>
            <Ago
              text={texts.pictures.table[picture.source === 'board' ? 'drawn' : 'uploaded']}
              millis={picture.capturedAtMillis}
              {...time}
            />
          </p>
        )}
        <p className="field__hint">
          {uploadedAtMillis === null ? (
            texts.pictures.table.noUpload
          ) : (
            <Ago text={texts.pictures.table.lastUpload} millis={uploadedAtMillis} {...time} />
          )}
        </p>
        <div className="button-row pictures__ways">
          <a
            className="button button--quiet"
            href={pictures.publicLink(venue, table)}
            target="_blank"
            rel="noreferrer"
            aria-label={formatMessage(texts.pictures.table.openNamed, { title: isolated(name) })}
          >
            {texts.pictures.table.open}
          </a>
          <button
            className="button button--quiet"
            type="button"
            aria-haspopup="dialog"
            aria-label={formatMessage(texts.pictures.table.linkNamed, { title: isolated(name) })}
            onClick={() => setLinked(true)}
          >
            {texts.pictures.table.link}
          </button>
          <a
            className="button button--quiet"
            href={signsFragment(table.matchId)}
            aria-label={formatMessage(texts.pictures.table.signNamed, { title: isolated(name) })}
          >
            {texts.pictures.table.sign}
          </a>
        </div>
      </div>
      {linked && <PublicLink {...props} onClose={() => setLinked(false)} />}
    </li>
  );
};
