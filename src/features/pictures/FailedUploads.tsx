import type { UploadProblem } from '../../core/snapshot/pictures.ts';
import { useId, useState } from 'react';
import { formatMessage, formatReason, around } from '../../i18n/format.ts';
import { whenText } from '../../core/time/text.ts';
import { useRoughTime } from '../../kit/useAt.ts';
import { nameOf, type PartProps } from './props.ts';

/** How many failures are shown at first. */
const FIRST = 6;

/** The most recent failed uploads, with reasons. */
export const FailedUploads = ({ texts, venue: { failures, tables }, $serverMillis }: PartProps) => {
  const id = useId();
  const now = useRoughTime($serverMillis);
  const [all, setAll] = useState(false);
  const listed = all ? failures : failures.slice(0, FIRST);
  const nameBy = (matchId: string): string => {
    const table = tables.find((one) => one.matchId === matchId);
    return table ? nameOf(table, texts) : matchId;
  };
  const [beforeKey, afterKey] = around(texts.pictures.failures.by, 'label');
  return (
    <section className="panel part" aria-labelledby={id}>
      <h2 className="heading" id={id}>
        {texts.pictures.failures.title}
      </h2>
      {failures.length === 0 ? (
        <p>{texts.pictures.failures.none}</p>
      ) : (
        <ul className="lines">
          {listed.map(({ matchId, atMillis, reason, keyLabel }) => (
            <li className="pictures__failure" key={`${atMillis} ${matchId} ${reason}`}>
              <p className="strong">
                <bdi translate="no">{nameBy(matchId)}</bdi>
              </p>
              <p>
                {formatReason(
                  texts.pictures.reasons satisfies Record<UploadProblem | 'unknown', string>,
                  reason,
                )}
              </p>
              <p className="field__hint">
                <span>{`${whenText(atMillis, now, texts.locale)} · ${beforeKey}`}</span>
                <bdi translate="no">{keyLabel || texts.pictures.keys.unnamed}</bdi>
                <span>{afterKey}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
      {listed.length < failures.length && (
        <button className="button" type="button" onClick={() => setAll(true)}>
          {formatMessage(texts.pictures.failures.all, { count: failures.length })}
        </button>
      )}
      <p className="field__hint">{texts.pictures.failures.help}</p>
    </section>
  );
};
