import { placedAtMillis } from '../../core/results/listing.ts';
import type { Result } from '../../core/results/result.ts';
import { resultFragment } from '../../core/venue/fragment.ts';
import { TIME_OF_DAY, timeText } from '../../core/time/text.ts';
import type { Elements } from '../../kit/elements.ts';
import { tableName } from '../../kit/table-name.ts';
import type { PartProps } from './props.ts';
import { ResultMarks } from './ResultMarks.tsx';
import { Sides } from './Sides.tsx';
import { gameText } from '../match/format.ts';

interface Props extends Pick<PartProps, 'texts' | 'days'> {
  readonly result: Result;
  /** Whether this result is open beside the list. */
  readonly isOpen: boolean;
  /** Beside the link. */
  readonly children?: Elements;
}

/** A result in a list, linking to it: time, table, players and score. */
export const ResultLine = ({ texts, days, result, isOpen, children }: Props) => {
  const { id, game, setAside, state, tableTitle } = result;
  const atMillis = state === 'live' ? result.startedAtMillis : placedAtMillis(result);
  return (
    <li>
      <a
        className={`results__line ${setAside ? 'results__line--aside' : ''}`}
        href={resultFragment(id)}
        aria-current={isOpen || undefined}
      >
        <span className="results__about">
          <bdi translate="no" className="results__time">
            {timeText(atMillis, TIME_OF_DAY, texts.locale, days.zone)}
          </bdi>
          <span className="results__table">
            <bdi translate="no">{tableName(tableTitle, texts)}</bdi>
          </span>
          <span>{gameText(game, texts)}</span>
          <ResultMarks texts={texts} result={result} />
        </span>
        <Sides texts={texts} result={result} />
      </a>
      {children}
    </li>
  );
};
