import { useId, useState } from 'react';
import { say } from '../say.ts';
import { whenText } from '../../core/tables/links.ts';
import { useRoughTime } from '../tables/useAt.ts';
import { nameOf, type PartProps } from './props.ts';
import { uploadProblem } from './texts.ts';

/** How many are seen without asking for more. */
const FIRST = 6;

/** The last pictures that could not be taken, and why. */
export const FailedUploads = ({ texts, venue: { failures, tables }, $serverMillis }: PartProps) => {
  const id = useId();
  const now = useRoughTime($serverMillis);
  const [all, setAll] = useState(false);
  const listed = all ? failures : failures.slice(0, FIRST);
  const nameBy = (matchId: string): string => {
    const table = tables.find((one) => one.matchId === matchId);
    return table ? nameOf(table) : matchId;
  };
  const [beforeKey, afterKey] = texts['failures.by'].split('{{label}}');
  return (
    <section className="panel pictures__part" aria-labelledby={id}>
      <h2 className="desk__heading" id={id}>
        {texts['failures.title']}
      </h2>
      {failures.length === 0 ? (
        <p>{texts['failures.none']}</p>
      ) : (
        <ul className="tables__links">
          {listed.map(({ matchId, atMillis, reason, keyLabel }) => (
            <li className="pictures__failure" key={`${atMillis} ${matchId} ${reason}`}>
              <p className="tables__strong">
                <bdi>{nameBy(matchId)}</bdi>
              </p>
              <p>{uploadProblem(texts, reason)}</p>
              <p className="field__hint">
                {whenText(atMillis, now, texts.locale)}
                {' · '}
                {beforeKey}
                <bdi>{keyLabel || texts['keys.unnamed']}</bdi>
                {afterKey}
              </p>
            </li>
          ))}
        </ul>
      )}
      {listed.length < failures.length && (
        <button className="button" type="button" onClick={() => setAll(true)}>
          {say(texts['failures.all'], { count: failures.length })}
        </button>
      )}
      <p className="field__hint">{texts['failures.help']}</p>
    </section>
  );
};
