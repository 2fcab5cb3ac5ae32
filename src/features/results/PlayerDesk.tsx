import { useStore } from '@nanostores/react';
import { placedAtMillis } from '../../core/results/listing.ts';
import type {
  HeadToHead,
  Opponent,
  PlayerRecord,
  PlayersResult,
  PlayerSums,
} from '../../core/results/player.ts';
import { playerFragment, resultFragment, tournamentFragment } from '../../core/venue/fragment.ts';
import type { Days } from '../../core/time/days.ts';
import { dateText } from '../../core/time/text.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { Exporting } from './exporting.ts';
import type { Erasing } from '../players/erasing.ts';
import type { PlayerRecords } from './player.ts';
import type { Results } from './results.ts';
import type { Tables } from '../tables/tables.ts';
import { EraseKey } from '../players/EraseKey.tsx';
import { MergedNames } from './MergedNames.tsx';
import { MergeKey } from './MergeKey.tsx';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { ResultLine } from './ResultLine.tsx';
import { resultRows } from './rows.ts';
import { useMay } from '../../kit/may.ts';
import type { Elements } from '../../kit/elements.ts';
import { SaveKeys } from './SaveKeys.tsx';
import { dayText } from './words.ts';
import { Empty } from '../../kit/Empty.tsx';
import { LoadState } from '../../kit/LoadState.tsx';

interface Props {
  readonly venue: {
    readonly erasing: Erasing;
    readonly exporting: Exporting;
    readonly playerRecords: PlayerRecords;
    readonly results: Results;
    readonly tables: Tables;
  };
  readonly texts: ScreenTexts;
}

interface PartProps {
  readonly texts: ScreenTexts;
  readonly days: Days;
}

interface RecordProps<Told> extends PartProps {
  readonly record: Told;
  /** The keys below the figures. */
  readonly children: Elements;
}

/** The figures that apply: a pool player has no breaks, a snooker player no runouts. */
const countsOf = (sums: PlayerSums, { match: { statistics }, player }: ScreenTexts) =>
  [
    ['matches', player.matches, sums.matches],
    ['won', player.won, sums.won],
    ['frames', player.units, sums.frames],
    ['breaks50', statistics.breaks50, sums.breaks50],
    ['centuries', statistics.breaks100, sums.centuries],
    ['runOuts', statistics.runOut, sums.runOuts],
    ['breakAndRuns', statistics.breakAndRun, sums.breakAndRuns],
  ] as const;

const ALWAYS: readonly string[] = ['matches', 'won'];

/** The highest break, linking to its match. */
const HighBreak = ({ texts, days, high }: PartProps & { readonly high: NonNullable<PlayerSums['high']> }) => (
  <a className="player__high" href={resultFragment(high.result)}>
    <span className="player__label">{texts.match.statistics.highBreak}</span>
    <span className="player__number">{high.points}</span>
    <span className="player__when">
      {dateText(days.dateAt(high.atMillis), { day: 'numeric', month: 'long', year: 'numeric' }, texts.locale)}
    </span>
  </a>
);

const Figures = ({ texts, days, sums }: PartProps & { readonly sums: PlayerSums }) => (
  <section className="player__figures" aria-label={texts.match.statistics.title}>
    {sums.high && <HighBreak texts={texts} days={days} high={sums.high} />}
    <dl className="player__counts">
      {countsOf(sums, texts)
        .filter(([name, , value]) => value > 0 || ALWAYS.includes(name))
        .map(([name, label, value]) => (
          <div key={name} className="player__count">
            <dt className="player__label">{label}</dt>
            <dd>
              <span className="player__number">
                {name === 'frames' ? sums.frames + sums.framesLost : value}
              </span>
              {name === 'frames' && (
                <span className="player__when">
                  {formatMessage(texts.player.unitsOf, { won: sums.frames, lost: sums.framesLost })}
                </span>
              )}
            </dd>
          </div>
        ))}
    </dl>
  </section>
);

/** A player's opponents, each linking to their head-to-head record. */
const Opponents = ({
  texts,
  of,
  opponents,
}: Pick<Props, 'texts'> & { of: string; opponents: readonly Opponent[] }) => (
  <section className="player__part">
    <h3>{texts.player.against}</h3>
    <table className="player__table">
      <thead>
        <tr>
          <th scope="col">{texts.player.opponent}</th>
          <th scope="col">{texts.player.matches}</th>
          <th scope="col">{texts.player.won}</th>
          <th scope="col">{texts.player.lost}</th>
        </tr>
      </thead>
      <tbody>
        {opponents.map(({ key, name, matches, won, lost }) => (
          <tr key={key}>
            <th scope="row">
              <a href={playerFragment(of, key)}>
                <bdi translate="no">{name}</bdi>
              </a>
            </th>
            <td>{matches}</td>
            <td>{won}</td>
            <td>{lost}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** Results of several days, each under its day. */
const Latest = ({ texts, days, results }: PartProps & { readonly results: readonly PlayersResult[] }) => {
  const dates = [...new Set(results.map((result) => days.dateAt(placedAtMillis(result))))];
  return (
    <section className="player__part">
      <h3>{texts.player.latest}</h3>
      {dates.map((date) => (
        <div key={date} className="player__day">
          <h4 className="player__date">{dayText(date, null, texts)}</h4>
          <ul className="results__lines">
            {results
              .filter((result) => days.dateAt(placedAtMillis(result)) === date)
              .map((result) => (
                <ResultLine key={result.id} texts={texts} days={days} result={result} isOpen={false}>
                  {result.tournament && (
                    <a className="player__tournament" href={tournamentFragment(result.tournament.id)}>
                      <bdi translate="no">{result.tournament.title || texts.room.tournament.title}</bdi>
                    </a>
                  )}
                </ResultLine>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
};

/** Two players' matches against each other, side by side as on the board: A is on the left in every language. */
const Versus = ({ texts, days, record, children }: RecordProps<HeadToHead>) => {
  const { player, versus } = record;
  const rows = [
    ...countsOf(player, texts).filter(([name]) => name !== 'matches'),
    ['high', texts.match.statistics.highBreak, player.high?.points ?? 0] as const,
  ];
  const others = new Map<string, number>([
    ...countsOf(versus, texts).map(([name, , value]) => [name, value] as const),
    ['high', versus.high?.points ?? 0],
  ]);
  const head = (sums: PlayerSums) => (
    <th scope="col">
      <a className="versus__name" href={playerFragment(sums.key)}>
        <bdi translate="no">{sums.name}</bdi>
      </a>
    </th>
  );
  return (
    <>
      <section className="player__part">
        <p className="player__met">
          <span>{texts.player.matches}</span> <span className="player__number">{player.matches}</span>
        </p>
        <table className="versus" dir="ltr">
          <caption className="visually-hidden">{texts.dashboard.screens.versus}</caption>
          <thead>
            <tr>
              {head(player)}
              <td />
              {head(versus)}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, label, own]) => {
              const other = others.get(name) ?? 0;
              if (own + other === 0 && name !== 'won') return null;
              return (
                <tr key={name}>
                  <td className={own > other ? 'versus__better' : undefined}>{own}</td>
                  <th scope="row">
                    <bdi translate="yes">{label}</bdi>
                  </th>
                  <td className={other > own ? 'versus__better' : undefined}>{other}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
        {children}
      </section>
      <Latest texts={texts} days={days} results={record.latest} />
    </>
  );
};

const One = ({ texts, days, record, children }: RecordProps<PlayerRecord>) => (
  <>
    <div className="player__sums">
      <Figures texts={texts} days={days} sums={record.player} />
      {record.opponents.length > 0 && (
        <Opponents texts={texts} of={record.player.key} opponents={record.opponents} />
      )}
      {children}
    </div>
    <Latest texts={texts} days={days} results={record.latest} />
  </>
);

const titleOf = (record: PlayerRecord | HeadToHead) =>
  'versus' in record ? (
    <>
      <bdi translate="no">{record.player.name}</bdi> <span>–</span>{' '}
      <bdi translate="no">{record.versus.name}</bdi>
    </>
  ) : (
    <bdi translate="no">{record.player.name}</bdi>
  );

/** A player's record, or the head-to-head record of two players. */
export default function PlayerDesk({ venue, texts }: Props) {
  const { playerRecords: players, results } = venue;
  const may = useMay();
  const days = useStore(results.$days, { ssr: 'initial' });
  const { screen, record, missing, failure } = useStore(players.$player, { ssr: 'initial' });
  const { failure: unreached } = useStore(venue.tables.$tables, { ssr: 'initial' });
  if (!days || !screen) {
    return (
      <LoadState
        texts={texts}
        isLoaded={false}
        failure={unreached}
        failed={texts.player.loadFailed}
        retry={venue.tables.refresh}
      />
    );
  }
  const { key, versus } = screen;
  const save = (exporting: Exporting): void => {
    const query = {
      fromMillis: 0,
      toMillis: days.dayOf('2999-12-31').fromMillis,
      player: key,
      ...(versus !== null && { versus }),
    };
    void exporting.saveResults(
      [texts.resultsReport.file.player, key, ...(versus === null ? [] : [versus])].join('-'),
      query,
      (found, nowMillis) => resultRows(found, nowMillis, days, texts),
      texts.locale,
    );
  };
  const keys = <SaveKeys texts={texts} venue={venue} save={save} />;
  return (
    <div className="player">
      <LoadState
        texts={texts}
        isLoaded={record !== null || missing}
        failure={failure}
        failed={texts.player.loadFailed}
        retry={players.refresh}
      />
      <div role="status">
        {missing && (
          <Empty icon="players" text={versus === null ? texts.player.missing : texts.player.missingPair} />
        )}
      </div>
      {record && (
        <>
          <h2 className="player__title">{titleOf(record)}</h2>
          <div className="player__record">
            {'versus' in record ? (
              <Versus texts={texts} days={days} record={record}>
                {keys}
              </Versus>
            ) : (
              <One texts={texts} days={days} record={record}>
                {keys}
                {may.has('merge_players') && (
                  <MergedNames playerRecords={players} texts={texts} merged={record.merged} />
                )}
                <div className="button-row">
                  {may.has('merge_players') && (
                    <MergeKey
                      key={record.player.key}
                      playerRecords={players}
                      texts={texts}
                      player={record.player}
                    />
                  )}
                  {may.has('erase_player') && (
                    <EraseKey erasing={venue.erasing} texts={texts} name={record.player.name} />
                  )}
                </div>
              </One>
            )}
          </div>
        </>
      )}
    </div>
  );
}
