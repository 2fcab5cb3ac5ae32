import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatClock } from '../../core/clock/count-up.ts';
import { screenTitle } from '../../core/branding/branding.ts';
import { formatScore } from '../../rules/score.ts';
import type { ShownResult } from '../../core/results/follow-result.ts';
import type { FullPublicResult } from '../../core/results/public-result.ts';
import { SIDES } from '../../rules/rules.ts';
import { sideMarks, standingOf } from '../../core/overlay/grammar.ts';
import { endText } from '../../core/results/end-text.ts';
import { resultTitle } from '../../core/results/shared-title.ts';
import { tournamentAddress } from '../../core/tournament/address.ts';
import { whatsAppLink } from '../../core/snapshot/snapshot-links.ts';
import { DATE_AND_TIME, timeText } from '../../core/time/text.ts';
import { snapshotEnvironment } from '../../browser/snapshot.ts';
import { createResultViewer, type ResultViewer } from './result.ts';
import { SideBall } from '../../kit/SideBall.tsx';
import { usePageTitle } from '../../kit/usePageTitle.ts';
import { formatText } from '../match/format.ts';
import { Glyph } from '../snapshot/Glyph.tsx';
import type { ResultTexts } from './props.ts';
import { sideNames } from '../match/side-names.ts';
import { SidesTable } from './SidesTable.tsx';
import { areFrames, Units } from './Units.tsx';

interface PartProps {
  readonly result: FullPublicResult;
  readonly names: readonly [string, string];
  readonly texts: ResultTexts;
}

/** The score, as on a board: the first player is on the left in every language. */
const ResultBoard = ({ result: { scores, winner, state, detail }, names, texts }: PartProps) => (
  <div className="result-board" dir="ltr">
    {detail.event !== '' && (
      <p className="result-board__event">
        <bdi translate="no">{detail.event}</bdi>
      </p>
    )}
    <p className="result-board__state" data-state={state} data-testid="result-state">
      <bdi translate="yes">{endText({ state, winner }, texts)}</bdi>
    </p>
    {SIDES.map((side, index) => (
      <div className="result-board__side" key={side} {...sideMarks(standingOf(winner, scores), side)}>
        <p className="result-board__name">
          {detail.units.length > 0 && <SideBall side={side} />}
          <bdi translate="no">{names[index === 0 ? 0 : 1]}</bdi>
        </p>
        <p className="result-board__score">
          <span>{formatScore(scores[index === 0 ? 0 : 1])}</span>
          {winner === side && <span className="visually-hidden">{` ${texts.result.won}`}</span>}
        </p>
      </div>
    ))}
  </div>
);

const Facts = ({ result, texts }: Omit<PartProps, 'names'>) => {
  const { tournament, tableTitle, startedAtMillis, lastAtMillis, endedAtMillis, zone } = result;
  const { started, ended, last, duration } = texts.result;
  const when = (millis: number): string => timeText(millis, DATE_AND_TIME, texts.locale, zone);
  const until = endedAtMillis ?? lastAtMillis;
  const facts: readonly (readonly [string, string])[] = [
    [texts.result.table, screenTitle(tableTitle, texts.overlay.numberedTable)],
    [texts.result.game, formatText(result, texts)],
    [started, when(startedAtMillis)],
    [endedAtMillis === null ? last : ended, when(until)],
    [duration, formatClock(Math.max(0, Math.round((until - startedAtMillis) / 1000)))],
  ];
  return (
    <dl className="result-facts">
      {tournament && (
        <div>
          <dt>{texts.result.tournament}</dt>
          <dd>
            <a href={tournamentAddress(texts.locale, tournament.id)}>
              <bdi translate="no">{tournament.title || texts.result.tournament}</bdi>
            </a>
          </dd>
        </div>
      )}
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi translate="yes">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
};

const titleOf = (result: FullPublicResult, texts: ResultTexts): string =>
  resultTitle(result, sideNames(result.names, texts), texts.overlay.numberedTable);

/** The tab's title, which is cleared when a result is removed; undefined until known. */
const tabTitle = (shown: ShownResult, texts: ResultTexts): string | undefined => {
  if (shown.kind === 'result') return titleOf(shown.result, texts);
  return shown.kind === 'unknown' || shown.kind === 'gone' ? texts.result[shown.kind] : undefined;
};

const Actions = ({
  viewer,
  result,
  texts,
}: Omit<PartProps, 'names'> & {
  readonly viewer: ResultViewer;
}) => {
  const { copy } = useStore(viewer.$viewing);
  const links = useStore(viewer.$links);
  if (!links) return null;
  const title = titleOf(result, texts);
  return (
    <section className="result-actions panel" aria-label={texts.result.actions}>
      <button
        className="button button--primary result-actions__first"
        type="button"
        onClick={() => void viewer.share(title)}
      >
        <Glyph name="share" />
        <span>{texts.result.share}</span>
      </button>
      <a className="button" href={whatsAppLink(title, links.page)} target="_blank" rel="noreferrer">
        <Glyph name="message" />
        <span>{texts.result.whatsApp}</span>
      </a>
      <button className="button" type="button" onClick={() => void viewer.copyLink()}>
        <Glyph name="copy" />
        <span>{texts.result.copyLink}</span>
      </button>
      <a className="button" href={links.download} download="result.jpg" rel="noreferrer">
        <Glyph name="download" />
        <span>{texts.result.download}</span>
      </a>
      <button className="button" type="button" onClick={viewer.print}>
        <Glyph name="printer" />
        <span>{texts.result.print}</span>
      </button>
      <p className="result-actions__said" role="status" dir="auto">
        {copy && (copy.kind === 'copied' ? texts.result.copied : copy.link)}
      </p>
    </section>
  );
};

const Shown = (props: PartProps & { readonly viewer: ResultViewer }) => {
  const { result, names, texts } = props;
  const { units, rows, faults } = result.detail;
  return (
    <div className="result">
      <div className="result__main">
        {result.venue !== '' && (
          <p className="result__venue">
            <bdi translate="no">{result.venue}</bdi>
          </p>
        )}
        <ResultBoard {...props} />
        <Facts {...props} />
        <Actions {...props} />
        {rows.length > 0 && (
          <section className="panel result__part">
            <h2>{texts.match.statistics.title}</h2>
            <SidesTable
              caption={texts.match.statistics.title}
              names={names}
              rows={rows.map(({ name, values: [a, b] }) => ({
                key: name,
                label: texts.match.statistics[name],
                values: [a, b],
                better: faults.includes(name) || a === b ? null : a > b ? 'A' : 'B',
              }))}
            />
          </section>
        )}
      </div>
      {units.length > 0 && (
        <div className="result__parts">
          <section className="panel result__part">
            <h2>{areFrames(units) ? texts.result.frames : texts.result.racks}</h2>
            <Units game={result.game} units={units} names={names} texts={texts} />
          </section>
        </div>
      )}
    </div>
  );
};

/** A result's public page: the result in words and numbers, and ways to share it. */
export const ResultPage = ({ texts }: { readonly texts: ResultTexts }) => {
  const [viewer] = useState(() => createResultViewer(snapshotEnvironment));
  const { shown } = useStore(viewer.$viewing);
  usePageTitle(tabTitle(shown, texts));
  switch (shown.kind) {
    case 'loading':
      return (
        <p className="status" role="status">
          <span className="loading">{texts.result.loading}</span>
        </p>
      );
    case 'unknown':
    case 'gone':
      return (
        <div className="status" role="status" data-testid="result-missing">
          <p>
            <strong>{texts.result[shown.kind]}</strong>
          </p>
          <p>{texts.result[`${shown.kind}Help`]}</p>
        </div>
      );
    case 'failed':
      return (
        <div className="alert result__failed" role="alert">
          <p>{texts.result.failed}</p>
          <button className="button" type="button" onClick={viewer.refresh}>
            {texts.result.retry}
          </button>
        </div>
      );
    case 'result':
      return (
        <Shown
          viewer={viewer}
          result={shown.result}
          names={sideNames(shown.result.names, texts)}
          texts={texts}
        />
      );
    default:
      return shown satisfies never;
  }
};
