import { useStore } from '@nanostores/react';
import { useState, type ComponentType } from 'react';
import { ROUTES } from '../../config/routes.ts';
import { sideMarks, sideState } from '../../core/overlay/grammar.ts';
import { drawnIn } from '../../core/overlay/drawn.ts';
import { resultAddress } from '../../core/results/address.ts';
import type { PublicResult } from '../../core/results/public-result.ts';
import { isolated } from '../../i18n/isolated.ts';
import { formatScore, handicapScore } from '../../rules/score.ts';
import { SIDES } from '../../rules/rules.ts';
import { endText } from '../../core/results/end-text.ts';
import { TIME_OF_DAY, timeText } from '../../core/time/text.ts';
import type { Zone } from '../../core/time/zone.ts';
import type { Board } from '../../core/overlay/board.ts';
import { shownOf } from '../../games/boards.ts';
import type { Locale } from '../../i18n/locales.ts';
import { formatMessage } from '../../i18n/format.ts';
import { localizePath } from '../../i18n/urls.ts';
import { snapshotEnvironment } from '../../browser/snapshot.ts';
import { createLiveTable, type LiveTableViewer } from './live-table.ts';
import type { SnapshotViewer } from '../snapshot/snapshot.ts';
import styles from '../../styles/live.scss?inline';
import { addStyles } from '../../kit/add-styles.ts';
import type { LiveTexts } from './props.ts';
import { sideNames } from '../match/side-names.ts';
import { areFrames, Units } from './Units.tsx';

interface PartProps {
  readonly names: readonly [string, string];
  readonly texts: LiveTexts;
}

/** A label and its number, as on the board. */
const Fact = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <bdi translate="yes">{value}</bdi>
    </dd>
  </div>
);

/** The board in words and numbers. */
export const FollowedBoard = ({
  board,
  names,
  texts,
  $clockText,
  $timeUp,
  $visitText,
}: PartProps &
  Pick<LiveTableViewer, '$clockText' | '$timeUp' | '$visitText'> & { readonly board: Board }) => {
  const { overlay, result } = texts;
  const shown = drawnIn(null, shownOf(board), board, useStore($timeUp));
  const clock = useStore($clockText);
  const visit = useStore($visitText);
  const count = shown.break?.count ?? 0;
  const facts: readonly (readonly [string, string | number | null])[] = [
    [overlay.bestOf, shown.bestOf],
    [overlay.raceTo, shown.bestOf === null ? shown.raceTo : null],
    [overlay.handicap, shown.handicap && handicapScore(shown.handicap)],
    [overlay.frame, shown.over ? null : shown.frame],
    [overlay.rack, shown.over ? null : shown.rack],
    [overlay.break, shown.over ? null : (shown.break?.count ?? null)],
    [overlay.breakTimer, shown.hasVisit && count > 0 ? visit : null],
    [overlay.left, shown.over ? null : shown.left],
    [overlay.highBreak, shown.high],
    [shown.minutes === null ? overlay.clock : overlay.timeLeft, shown.hasClock ? clock : null],
  ];
  return (
    <>
      <div className="live-board" dir="ltr" translate="no">
        {board.event !== '' && (
          <p className="live-board__event">
            <bdi translate="no">{board.event}</bdi>
          </p>
        )}
        {SIDES.map((side, index) => {
          const at = index === 0 ? 0 : 1;
          const notice = shown.notices[side].find(({ kind }) => kind !== 'break');
          return (
            <div className="live-board__side" key={side} {...sideMarks(shown, side)}>
              <p className="live-board__name">
                <bdi translate="no">{names[at]}</bdi>
                {sideState(shown, side) === 'lit' && (
                  <span className="visually-hidden">{` (${result.atTable})`}</span>
                )}
              </p>
              <p className="live-board__score" data-testid={`live-score-${side}`}>
                {shown.frames && <strong>{formatScore(shown.frames[at])}</strong>}
                <span>{formatScore(shown.scores[at])}</span>
              </p>
              <p className="live-board__notice">
                <bdi translate="no">
                  {notice && <span>{overlay[notice.kind]}</span>}
                  {notice && 'count' in notice && <span>{` ${notice.count}`}</span>}
                </bdi>
              </p>
            </div>
          );
        })}
      </div>
      {shown.remark !== null && <p className="live__remark">{overlay[shown.remark]}</p>}
      <dl className="live__facts">
        {facts.map(
          ([label, value]) => value !== null && <Fact key={label} label={label} value={String(value)} />,
        )}
      </dl>
    </>
  );
};

/** One of the day's results, linking to its page. */
const Played = ({
  played,
  zone,
  texts,
}: {
  readonly played: PublicResult;
  readonly zone: Zone;
  readonly texts: LiveTexts;
}) => {
  const { endedAtMillis, lastAtMillis, scores, state, winner } = played;
  const [first, second] = sideNames(played.names, texts);
  const match = `${isolated(first)} ${scores.map(formatScore).join('–')} ${isolated(second)}`;
  return (
    <li>
      <a
        className="live__result"
        href={resultAddress(texts.locale, played)}
        aria-label={formatMessage(texts.result.open, { match })}
      >
        <span className="live__result-time">
          {timeText(endedAtMillis ?? lastAtMillis, TIME_OF_DAY, texts.locale, zone)}
        </span>
        <span className="live__result-match" dir="ltr" translate="no">
          <span data-won={winner === 'A'}>
            <bdi translate="no">{first}</bdi>
          </span>
          <strong>{scores.map(formatScore).join('–')}</strong>
          <span data-won={winner === 'B'}>
            <bdi translate="no">{second}</bdi>
          </span>
        </span>
        {(state !== 'over' || winner === null) && (
          <span className="live__result-state">{endText(played, texts)}</span>
        )}
      </a>
    </li>
  );
};

export interface LiveTableProps {
  readonly viewer: SnapshotViewer;
  readonly match: string;
}

/** A table's board, the frames of its match and the day's results as text, if the venue publishes them. */
const LiveTable = ({ viewer, match, texts }: LiveTableProps & Pick<PartProps, 'texts'>) => {
  const [{ $table, $clockText, $timeUp, $visitText }] = useState(() =>
    createLiveTable(snapshotEnvironment, viewer, match),
  );
  const { board, game, units, results, zone, isCut } = useStore($table);
  if (!board) return null;
  const names = sideNames([board.p1, board.p2], texts);
  return (
    <div className="live" data-testid="live-table">
      <section className="panel live__part">
        <h2>{texts.result.board}</h2>
        <p className="live__cut" role="status">
          {isCut && texts.result.stale}
        </p>
        <FollowedBoard
          board={board}
          names={names}
          texts={texts}
          $clockText={$clockText}
          $timeUp={$timeUp}
          $visitText={$visitText}
        />
      </section>
      {units.length > 0 && (
        <section className="panel live__part">
          <h2>{areFrames(units) ? texts.result.frames : texts.result.racks}</h2>
          <Units game={game} units={units} names={names} texts={texts} />
        </section>
      )}
      <section className="panel live__part">
        <h2>{texts.result.today}</h2>
        {results.length === 0 ? (
          <p className="live__none">{texts.result.todayNone}</p>
        ) : (
          <ul className="live__results">
            {results.map((played) => (
              <Played key={played.id} played={played} zone={zone} texts={texts} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
};

/** Loads the component and its texts, and adds its styles to the page. */
export const loadLiveTable = async (locale: Locale): Promise<ComponentType<LiveTableProps>> => {
  const answer = await fetch(`${localizePath(ROUTES.snapshot, locale)}props.json`);
  const texts = (await answer.json()) as LiveTexts;
  addStyles(styles, 'part');
  return (props) => <LiveTable {...props} texts={texts} />;
};
