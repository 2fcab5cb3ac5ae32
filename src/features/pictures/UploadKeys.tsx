import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { whenText } from '../../core/time/text.ts';
import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { Ask } from '../../kit/Ask.tsx';
import { TitleForm } from '../../kit/TitleForm.tsx';
import { useRoughTime } from '../../kit/useAt.ts';
import { NewKeyBox } from './NewKeyBox.tsx';
import type { PartProps, ShownVenue } from './props.ts';

type Key = ShownVenue['keys'][number];

/** Revokes a key after a confirmation. Uploads with it are refused from then on. */
const Revoke = ({ texts, pictures, uploadKey }: PartProps & { uploadKey: Key }) => {
  const label = uploadKey.label || texts.pictures.keys.unnamed;
  return (
    <Ask
      texts={texts}
      opener={{
        text: texts.pictures.keys.revoke,
        label: formatMessage(texts.pictures.keys.revokeNamed, { label: isolated(label) }),
      }}
      title={texts.pictures.keys.ask}
      confirm={texts.pictures.keys.confirm}
      change={() => pictures.revokeKey(uploadKey.id)}
    >
      <p className="strong">
        <bdi translate="no">{label}</bdi>
      </p>
      <p>{texts.pictures.keys.warning}</p>
    </Ask>
  );
};

const KeyLine = (props: PartProps & { uploadKey: Key; now: number }) => {
  const { texts, uploadKey, now } = props;
  const { label, createdAtMillis, lastUsedAtMillis, revoked } = uploadKey;
  const time = (millis: number) => ({ time: whenText(millis, now, texts.locale) });
  return (
    <li className={`line ${revoked ? 'line--closed' : ''}`}>
      <div className="grow">
        <p className="strong">
          <bdi translate="no">{label || texts.pictures.keys.unnamed}</bdi>
        </p>
        <p className="field__hint">
          {[
            revoked
              ? texts.pictures.keys.revoked
              : formatMessage(texts.pictures.keys.created, time(createdAtMillis)),
            lastUsedAtMillis === null
              ? texts.pictures.keys.unused
              : formatMessage(texts.pictures.keys.used, time(lastUsedAtMillis)),
          ].join(' · ')}
        </p>
      </div>
      {!revoked && <Revoke {...props} />}
    </li>
  );
};

/** The upload keys: create, list, revoke. */
export const UploadKeys = (props: PartProps) => {
  const { texts, pictures, venue, $serverMillis } = props;
  const now = useRoughTime($serverMillis);
  const { added } = useStore(pictures.$pictures, { ssr: 'initial' });
  const id = useId();
  return (
    <section className="panel part" aria-labelledby={id}>
      <h2 className="heading" id={id}>
        {texts.pictures.keys.title}
      </h2>
      <p className="field__hint">{texts.pictures.keys.help}</p>
      {added && <NewKeyBox key={added.id} {...props} added={added} />}
      {venue.keys.length > 0 ? (
        <ul className="lines">
          {venue.keys.map((key) => (
            <KeyLine key={key.id} {...props} uploadKey={key} now={now} />
          ))}
        </ul>
      ) : (
        <p>{texts.pictures.keys.none}</p>
      )}
      <TitleForm
        texts={texts}
        label={texts.pictures.keys.label}
        button={texts.pictures.keys.create}
        initial=""
        clears
        submit={pictures.addKey}
      />
    </section>
  );
};
