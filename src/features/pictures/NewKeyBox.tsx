import { useId, useState } from 'react';
import { sorted } from '../../core/tables/order.ts';
import type { PicturesView } from './pictures.ts';
import { CopyLink } from '../../kit/CopyLink.tsx';
import { nameOf, type PartProps } from './props.ts';

interface Props extends Omit<PartProps, '$serverMillis'> {
  readonly added: NonNullable<PicturesView['added']>;
}

/** A new key: the only time its secret is shown, with a command to try it. */
export const NewKeyBox = ({ texts, pictures, venue, added: { label, secret } }: Props) => {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const tables = sorted(venue.tables).inUse;
  const table = tables.find(({ matchId }) => matchId === chosen) ?? tables[0];
  return (
    <div className="pictures__new-key">
      {label && (
        <p className="strong">
          <bdi translate="no">{label}</bdi>
        </p>
      )}
      <p>{texts.pictures.keys.once}</p>
      <CopyLink
        texts={texts.pictures.copying}
        label={texts.pictures.keys.copy}
        address={secret}
        copyText={pictures.copyText}
        testId="upload-key"
      />
      {table && (
        <>
          <p>{texts.pictures.keys.try}</p>
          {tables.length > 1 && (
            <div className="field">
              <label className="field__label" htmlFor={id}>
                {texts.pictures.keys.table}
              </label>
              <select
                className="field__control"
                id={id}
                value={table.matchId}
                onChange={(event) => setChosen(event.currentTarget.value)}
              >
                {tables.map((one) => (
                  <option key={one.matchId} value={one.matchId}>
                    {nameOf(one, texts)}
                  </option>
                ))}
              </select>
            </div>
          )}
          <CopyLink
            texts={texts.pictures.copying}
            label={texts.pictures.keys.copyLine}
            address={pictures.uploadLine(table, secret)}
            copyText={pictures.copyText}
            testId="upload-line"
          />
        </>
      )}
      <button className="button button--quiet" type="button" onClick={pictures.hideAdded}>
        {texts.pictures.keys.done}
      </button>
    </div>
  );
};
