import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { WaitingList } from '../../core/room/list.ts';
import { stateOf } from '../../core/room/table-state.ts';
import { formatOf } from '../../core/match/new-match-draft.ts';
import { drawn } from '../../core/tournament/draw.ts';
import { forecastOf } from '../../core/tournament/forecast.ts';
import { TIME_OF_DAY, timeText } from '../../core/time/text.ts';
import type { Days } from '../../core/time/days.ts';
import { isGame } from '../../games/boards.ts';
import { formatCount, formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { Ask } from '../../kit/Ask.tsx';
import { tableName } from '../../kit/table-name.ts';
import { useRoughTime } from '../../kit/useAt.ts';
import { Entries } from './Entries.tsx';
import { FormatFields } from './FormatFields.tsx';
import type { PartProps } from './props.ts';

interface Props extends PartProps {
  readonly list: WaitingList;
  readonly $days: ReadableAtom<Days | null>;
  readonly $serverMillis: ReadableAtom<number>;
}

/** Its tables; until they are chosen, those of its game's kind. */
const chosenTables = ({
  evening: { tables, format },
  list,
}: Pick<Props, 'evening' | 'list'>): readonly string[] => {
  const { table: kind } = formatOf(isGame(format.game) ? format.game : 'eight-ball');
  const usable = list.tables.filter((table) => stateOf(table) !== 'outOfUse');
  return tables ?? usable.filter((table) => table.kind === kind).map(({ id }) => id);
};

/** The tables that a tournament has. */
const TablesField = (props: Props) => {
  const { tournaments, list, texts } = props;
  const { tournamentDesk } = texts;
  // What was chosen is shown before the server has it.
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const shown = chosen ?? chosenTables(props);
  const choose = (id: string, isChosen: boolean): void => {
    const next = list.tables
      .map((table) => table.id)
      .filter((one) => (one === id ? isChosen : shown.includes(one)));
    setChosen(next);
    void tournaments.say([{ key: 'tables', value: next }]);
  };
  return (
    <section className="panel tournament__part">
      <h2 className="subheading">{tournamentDesk.tables.title}</h2>
      <p className={shown.length === 0 ? 'field__error' : 'field__hint'} role="status">
        {shown.length === 0 ? tournamentDesk.tables.needed : tournamentDesk.tables.help}
      </p>
      <div className="tournament__tables">
        {list.tables.map(({ id, title }) => (
          <label className="check check--framed" key={id}>
            <input
              type="checkbox"
              checked={shown.includes(id)}
              onChange={(event) => choose(id, event.currentTarget.checked)}
            />
            <bdi translate="no">{tableName(title, texts)}</bdi>
          </label>
        ))}
      </div>
    </section>
  );
};

/** What the format means: how many matches, how long, and whether that passes closing. */
const Forecast = (props: Props) => {
  const { tournaments, evening, texts, $days, $serverMillis } = props;
  const { entries, format } = useDeferredValue(evening);
  const tables = Math.max(1, chosenTables(props).length);
  const { tournamentDesk } = texts;
  const [unitMinutes, setUnitMinutes] = useState<readonly number[]>([]);
  const days = useStore($days, { ssr: 'initial' });
  const nowMillis = useRoughTime($serverMillis);
  const { size } = entries;
  const { groups, kind, third, secondFinal, game, raceTo, finalRaceTo } = format;
  useEffect(() => {
    let isShown = true;
    void tournaments.unitMinutes(game).then((minutes) => {
      if (isShown) setUnitMinutes(minutes);
    });
    return () => {
      isShown = false;
    };
  }, [tournaments, game]);
  // Plays the evenings again only if something about them has changed.
  const { matches, minutes } = useMemo(() => {
    const same = { groups, kind, third, secondFinal, game, raceTo, finalRaceTo };
    return forecastOf({ entries: size, format: same, tables, unitMinutes, random: tournaments.chance });
  }, [size, groups, kind, third, secondFinal, game, raceTo, finalRaceTo, tables, unitMinutes, tournaments]);
  const hours = Math.floor((minutes ?? 0) / 60);
  const rest = (minutes ?? 0) % 60;
  const time =
    hours === 0
      ? formatMessage(tournamentDesk.forecast.minutes, { minutes: rest })
      : formatMessage(tournamentDesk.forecast.hours, { hours, minutes: String(rest).padStart(2, '0') });
  const said = [
    formatCount(tournamentDesk.forecast.matches, matches, texts.locale),
    ...(minutes === null ? [] : [formatMessage(tournamentDesk.forecast.time, { time })]),
    formatCount(tournamentDesk.forecast.tables, tables, texts.locale),
  ].join(' · ');
  const clock = (millis: number): string => isolated(timeText(millis, TIME_OF_DAY, texts.locale, days?.zone));
  const endsMillis = nowMillis + (minutes ?? 0) * 60_000;
  const closesMillis = days && days.dayOf(days.dateAt(nowMillis)).toMillis;
  return (
    <div role="status">
      <p className="strong">{said}</p>
      <p className="field__hint">
        {minutes === null
          ? tournamentDesk.forecast.unknown
          : closesMillis !== null && endsMillis > closesMillis
            ? formatMessage(tournamentDesk.forecast.late, {
                time: clock(endsMillis),
                closing: clock(closesMillis),
              })
            : formatMessage(tournamentDesk.forecast.ends, { time: clock(endsMillis) })}
      </p>
    </div>
  );
};

/** Draws the places, for the first time or again. */
const Draw = (props: Props) => {
  const { tournaments, evening, texts, isSending, $serverMillis } = props;
  const { entries, format, draw, out } = evening;
  const { tournamentDesk } = texts;
  const present = new Map([...entries].filter(([entry]) => !out.has(entry)));
  const tables = chosenTables(props);
  // A group has at least two.
  const least = 2 * Math.max(1, format.groups);
  const isReady = present.size >= least && tables.length > 0;
  const say = (): Promise<boolean> =>
    tournaments.say([
      ...(evening.tables === null ? [{ key: 'tables', value: tables }] : []),
      {
        key: 'places',
        value: {
          number: (draw?.number ?? 0) + 1,
          atMillis: $serverMillis.get(),
          places: drawn(present, format, tournaments.chance),
        },
      },
    ]);
  return (
    <section className="panel tournament__part">
      <h2 className="subheading">{tournamentDesk.draw.title}</h2>
      {present.size >= least ? (
        <Forecast {...props} />
      ) : (
        <p className="field__hint">{formatMessage(tournamentDesk.draw.needed, { count: least })}</p>
      )}
      <div className="button-row">
        {draw === null ? (
          <button
            className={`button ${isReady ? 'button--primary' : ''}`}
            type="button"
            disabled={isSending || !isReady}
            onClick={() => void say()}
          >
            {tournamentDesk.draw.draw}
          </button>
        ) : (
          <Ask
            texts={texts}
            opener={{ text: tournamentDesk.draw.again, disabled: isSending || !isReady }}
            title={tournamentDesk.draw.again}
            confirm={tournamentDesk.draw.again}
            change={() => say().then(() => null)}
          >
            <p>{tournamentDesk.draw.warning}</p>
          </Ask>
        )}
      </div>
    </section>
  );
};

/** Players, format, tables and draw, until the first match is called; players and tables after that. */
export const Setup = (props: Props) => {
  const { evening } = props;
  const { matches, parties, kept } = evening;
  const isBegun =
    parties.size > 0 || kept.played.length > 0 || matches.some(({ outcome }) => outcome !== null);
  return (
    <div className="tournament__setup">
      <Entries {...props} />
      {!isBegun && <FormatFields {...props} />}
      <TablesField {...props} />
      {!isBegun && <Draw {...props} />}
    </div>
  );
};
