import { formatMessage, formatCount } from '../../i18n/format.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { ReadableAtom } from 'nanostores';
import {
  breakOf,
  hasScore,
  isPlayed,
  rowsOf,
  targetOf,
  type Unsent,
  type Sign,
  type TableSummary,
} from '../../core/tables/summary.ts';
import { tableFragment } from '../../core/venue/fragment.ts';
import { canBegin, seatsOf } from '../../core/room/table-state.ts';
import { isGame, shownOf } from '../../games/boards.ts';
import { boardTime } from '../../core/overlay/board.ts';
import { isClockUsed } from '../../core/clock/match-time.ts';
import { handicapText, lengthText } from '../match/length.ts';
import { isolated } from '../../i18n/isolated.ts';
import { Icon } from '../../kit/Icon.tsx';
import { calledText, seatText } from '../room/words.ts';
import { ScreensLine } from './ScreensLine.tsx';
import { SignPlate } from './SignPlate.tsx';
import { tableName } from '../../kit/table-name.ts';
import { TableRow } from './TableRow.tsx';
import { TableClock, TableShot } from './Ticking.tsx';
import { useRoughTime } from '../../kit/useAt.ts';

interface CardTable extends TableSummary {
  readonly id: string;
  readonly title: string;
  readonly screens: { readonly count: number; readonly behind: number | null };
}

interface Props {
  readonly texts: VenueTexts;
  readonly table: CardTable;
  readonly sign: Sign;
  readonly unsent: Unsent | null;
  readonly $serverMillis: ReadableAtom<number>;
  readonly release: (id: string) => void;
  readonly openSettings: () => void;
}

/** The game and its target, in one line. */
const formatText = (texts: VenueTexts, { board, match: { game } }: CardTable): string => {
  const target = targetOf(board);
  const parts = [
    isGame(game) ? texts.match.games[game] : game,
    target && lengthText(texts, target),
    handicapText(texts, shownOf(board).handicap),
  ];
  return parts.filter(Boolean).join(' · ');
};

/** A table's summary card. Its heading links to the table's desk, a running match to its pad. */
export const TableCard = ({ texts, table, sign, unsent, $serverMillis, release, openSettings }: Props) => {
  const { id, title, board, screens } = table;
  const name = tableName(title, texts);
  const running = breakOf(board);
  const time = boardTime(board);
  const { facts } = table;
  const nowMillis = useRoughTime($serverMillis);
  const isScored = hasScore(table, unsent);
  const isOn = isPlayed(table, unsent);
  const seats = seatsOf(facts).map((seat) =>
    (seat === facts.called ? calledText : seatText)(texts, seat, nowMillis),
  );
  return (
    <li className={`tables__card tables__card--${isScored ? sign.kind.toLowerCase() : 'free'}`}>
      <header className="tables__head">
        <h2 className="tables__title" title={name}>
          <a className="tables__link" href={tableFragment(id)}>
            <bdi translate="no">{name}</bdi>
            <Icon name="further" directional />
          </a>
        </h2>
        <SignPlate texts={texts} sign={sign} />
        <button
          className="icon-button tables__settings"
          type="button"
          aria-label={formatMessage(texts.tables.settings.open, { title: isolated(name) })}
          aria-haspopup="dialog"
          onClick={openSettings}
        >
          <Icon name="settings" />
        </button>
        {isScored && <p className="tables__format">{formatText(texts, table)}</p>}
      </header>
      <div className="tables__body">
        {isOn && (
          <a
            className="tables__pad"
            href={tableFragment(id, 'pad')}
            aria-label={formatMessage(texts.tables.scoreNamed, { title: isolated(name) })}
          />
        )}
        {seats.map((seat) => (
          <p className="tables__seat" key={seat}>
            {seat}
          </p>
        ))}
        {isScored && (
          <ol className="tables__rows">
            {rowsOf(board, unsent).map((row) => (
              <TableRow key={row.side} texts={texts} row={row} />
            ))}
          </ol>
        )}
        <div className="tables__foot">
          {isScored && (
            <>
              {board.shot && <TableShot texts={texts} $serverMillis={$serverMillis} shot={board.shot} />}
              {running !== null && (
                <p className="tables__break">
                  <span>{texts.overlay.break}</span> <b>{running}</b>
                </p>
              )}
              {isClockUsed(time) && <TableClock texts={texts} $serverMillis={$serverMillis} time={time} />}
            </>
          )}
          {(isOn || screens.count > 0) && <ScreensLine texts={texts} screens={screens} />}
        </div>
        {!isOn && canBegin(facts) && (
          <a className="button tables__action" href={tableFragment(id, 'newMatch')}>
            <Icon name="plus" />
            <span>{texts.tables.newMatch}</span>
          </a>
        )}
        {sign.kind === 'held' && (
          <button className="button button--primary tables__action" type="button" onClick={() => release(id)}>
            <Icon name="upload" />
            <span>{formatCount(texts.tables.counts.release, sign.count, texts.locale)}</span>
          </button>
        )}
      </div>
    </li>
  );
};
