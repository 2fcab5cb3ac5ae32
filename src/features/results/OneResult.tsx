import { useStore } from '@nanostores/react';
import { useState, type ReactNode } from 'react';
import { formatClock } from '../../core/clock/count-up.ts';
import { playerOf } from '../../rules/phrase.ts';
import { resultAddress } from '../../core/results/address.ts';
import { placedAtMillis, playedMillis } from '../../core/results/listing.ts';
import type { FullResult } from '../../core/results/result.ts';
import { tableFragment } from '../../core/venue/fragment.ts';
import { DATE_AND_TIME, timeText } from '../../core/time/text.ts';
import { formatMessage } from '../../i18n/format.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { formatText } from '../match/format.ts';
import { StatisticsTable } from '../match/StatisticsTable.tsx';
import { nameText } from '../../i18n/phrases.ts';
import { Problem } from '../../kit/Problem.tsx';
import { tableName } from '../../kit/table-name.ts';
import { useChange } from '../../kit/useChange.ts';
import { useMay } from '../../kit/may.ts';
import { CameTo } from './CameTo.tsx';
import { CorrectResult } from './CorrectResult.tsx';
import type { PartProps } from './props.ts';
import { RemoveResult } from './RemoveResult.tsx';
import { ResultMarks } from './ResultMarks.tsx';
import { Sides } from './Sides.tsx';
import { Units } from './Units.tsx';
import { namedIn } from './words.ts';
import { Empty } from '../../kit/Empty.tsx';
import { LoadState } from '../../kit/LoadState.tsx';

interface Props extends PartProps {
  readonly result: FullResult;
}

/** The players, and the final score. */
const Final = ({ texts, result }: Pick<Props, 'texts' | 'result'>) => {
  const may = useMay();
  const { winner, state } = result;
  const { over } = texts.match;
  return (
    <div className="results__final">
      <p className="results__marks">
        <ResultMarks texts={texts} result={result} />
      </p>
      {result.detail.event !== '' && (
        <p className="results__event">
          <bdi translate="no">{result.detail.event}</bdi>
        </p>
      )}
      <p className="results__board">
        <Sides texts={texts} result={result} {...(may.has('get_player') && { players: result.players })} />
      </p>
      {state === 'over' && (
        <p className="results__winner">
          {winner === null
            ? over.drawn
            : formatMessage(over.wins, { player: nameText(texts, playerOf(namedIn(result), winner)) })}
        </p>
      )}
    </div>
  );
};

/** Place, game and time. */
const Facts = ({ texts, days, result }: Pick<Props, 'texts' | 'days' | 'result'>) => {
  const at = (millis: number): ReactNode => (
    <bdi translate="no">{timeText(millis, DATE_AND_TIME, texts.locale, days.zone)}</bdi>
  );
  const seconds = Math.round(playedMillis(result, placedAtMillis(result)) / 1000);
  const rows = [
    [
      texts.results.facts.table,
      <bdi translate="no" key="table">
        {tableName(result.tableTitle, texts)}
      </bdi>,
    ],
    [texts.results.facts.game, formatText(result, texts)],
    [texts.results.facts.started, at(result.startedAtMillis)],
    [texts.results.facts[result.endedAtMillis === null ? 'last' : 'ended'], at(placedAtMillis(result))],
    // A live match has no duration yet.
    ...(result.state === 'live'
      ? []
      : [
          [
            texts.results.facts.duration,
            <bdi translate="no" key="duration">
              {formatClock(seconds)}
            </bdi>,
          ] as const,
        ]),
  ] as const;
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

interface ChangeProps extends Props {
  readonly change: ReturnType<typeof useChange>;
}

/** A note that a result was corrected by hand, with a key to revert it. */
const Corrected = ({ texts, results, days, result, change: { busy, run } }: ChangeProps) => {
  const { corrected, id } = result;
  const may = useMay();
  if (!corrected) return null;
  return (
    <section className="results__corrected">
      <p className="results__hint">
        <span>{texts.results.byHand}</span>
        <span> · </span>
        <bdi translate="no">{timeText(corrected.atMillis, DATE_AND_TIME, texts.locale, days.zone)}</bdi>
      </p>
      <CameTo texts={texts} {...corrected} />
      {may.has('correct_result') && (
        <button
          className="button"
          type="button"
          disabled={busy}
          onClick={() => void run(() => results.correct(id, null))}
        >
          {texts.results.corrected.undo}
        </button>
      )}
    </section>
  );
};

/** The owner's actions on a result. A live one is corrected on its pad instead. */
const Actions = ({ texts, results, result, change: { busy, failure, run } }: ChangeProps) => {
  const may = useMay();
  const [correcting, setCorrecting] = useState(false);
  const close = (): void => setCorrecting(false);
  const { id, setAside, state, tableId } = result;
  if (state === 'live') {
    return (
      <div className="results__actions">
        <p className="results__hint">{texts.results.live.note}</p>
        {tableId !== null && (
          <a className="button" href={tableFragment(tableId, 'pad')}>
            {texts.results.live.open}
          </a>
        )}
      </div>
    );
  }
  return (
    <div className="results__actions">
      <Problem failure={failure} texts={texts} />
      {setAside ? (
        <p className="results__hint">{texts.results.aside.note}</p>
      ) : (
        <a className="button" href={resultAddress(texts.locale, result)}>
          {texts.results.page}
        </a>
      )}
      {may.has('correct_result') && (
        <button className="button" type="button" aria-haspopup="dialog" onClick={() => setCorrecting(true)}>
          {texts.results.correct.open}
        </button>
      )}
      {may.has('set_aside') && (
        <button
          className="button"
          type="button"
          disabled={busy}
          onClick={() => void run(() => results.setAside(id, !setAside))}
        >
          {texts.results.aside[setAside ? 'back' : 'open']}
        </button>
      )}
      {may.has('delete_result') && <RemoveResult texts={texts} results={results} id={id} />}
      {correcting && (
        <Dialog title={texts.results.correct.title} close={texts.tables.close} onClose={close}>
          <CorrectResult texts={texts} results={results} result={result} onDone={close} />
        </Dialog>
      )}
    </div>
  );
};

const Found = (props: Props) => {
  const { texts, result } = props;
  const change = useChange();
  const { rows, faults } = result.detail;
  return (
    <article className="results__one panel">
      <Final texts={texts} result={result} />
      <Corrected {...props} change={change} />
      <Facts {...props} />
      <Units texts={texts} result={result} />
      {rows.length > 0 && (
        <section className="results__part">
          <h3 className="heading">{texts.match.statistics.title}</h3>
          <StatisticsTable texts={texts} names={namedIn(result)} rows={rows} faults={faults} />
        </section>
      )}
      <Actions {...props} change={change} />
    </article>
  );
};

/** The open result, or why there is none. */
export const OneResult = (parts: PartProps) => {
  const { texts, results } = parts;
  const { full, missing, failure } = useStore(results.$result, { ssr: 'initial' });
  return (
    <div>
      <LoadState
        texts={texts}
        isLoaded={full !== null || missing}
        failure={failure}
        failed={texts.results.loadFailed}
        retry={results.refresh}
      />
      <div role="status">{missing && <Empty icon="results" text={texts.results.missing} />}</div>
      {full && <Found key={full.id} {...parts} result={full} />}
    </div>
  );
};
