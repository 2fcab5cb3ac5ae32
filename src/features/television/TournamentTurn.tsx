import { Fragment, useMemo, useRef, type ReactNode } from 'react';
import { screenTitle } from '../../core/branding/branding.ts';
import { isUpright } from '../../core/overlay/layouts.ts';
import { bracketPages, HEADING_ROWS, rowsOf, type Block } from '../../core/television/bracket-pages.ts';
import { pagesOf } from '../../core/television/grid.ts';
import { pageMillis } from '../../core/television/programme.ts';
import { isOver, type Match } from '../../core/tournament/bracket.ts';
import { parseShownTournament, type Place, type ShownTournament } from '../../core/tournament/shown.ts';
import { podiumOf } from '../../core/tournament/standings.ts';
import { entryName, roundText } from '../../core/tournament/words.ts';
import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { useStyles } from '../../kit/add-styles.ts';
import { useElementSize } from '../board/useElementSize.ts';
import { Bracket } from '../tournament/Bracket.tsx';
import { GroupTables } from '../tournament/GroupTables.tsx';
import { minTextPixels } from './min-text-size.ts';
import type { ScreenProps, ScreenTexts } from './props.ts';
import { TurnScreen } from './TurnScreen.tsx';
import styles from './tournament-turn.scss?inline';
import { useServerTurns } from './useServerTurns.ts';

/** In multiples of the font size, as the styles have it: a match with its gap, and a round with its gap. */
const EMS = { row: 3.6, column: 11.5 } as const;
/** Of a group's table: a line, the table beside others, and the lines of its heads. */
const GROUP = { row: 1.9, column: 23, heads: 3 } as const;
/** Names don't grow beyond this part of the screen's shorter side. */
const LARGEST_PART = 0.042;
/** Of a list of matches: each one with a line about it, and its title with the gap to the list beside it. */
const LIST = { line: 3.8, title: 4.5 } as const;

interface PartProps {
  readonly draw: ShownTournament;
  readonly texts: ScreenTexts;
}

interface ListProps extends PartProps {
  readonly title: string;
  readonly matches: readonly Match[];
}

const At = ({ place, texts }: Pick<PartProps, 'texts'> & { readonly place: Place | undefined }) =>
  place && (
    <span data-state={place.state}>
      {formatMessage(texts.tournament[place.state], {
        table: isolated(screenTitle(place.table, texts.overlay.numberedTable)),
      })}
    </span>
  );

const List = ({ draw, texts, title, matches }: ListProps) => (
  <section className="tv-list">
    <h2>{title}</h2>
    <ul>
      {matches.map(({ slot, sides }) => (
        <li key={slot.id}>
          <p className="tv-list__names">
            {sides.map((who, index) => (
              <Fragment key={index}>
                {index > 0 && <span>–</span>}
                <bdi translate="no">{entryName(draw.entries, who, texts)}</bdi>
              </Fragment>
            ))}
          </p>
          <p className="tv-list__about">
            <span>{roundText(slot, draw, texts)}</span>
            <At place={draw.at.get(slot.id)} texts={texts} />
          </p>
        </li>
      ))}
    </ul>
  </section>
);

/** What is called or played now, and what comes next. */
const Lists = ({ height, ...props }: PartProps & { readonly height: number }) => {
  const { draw, texts } = props;
  const { list } = texts.television;
  const ready = draw.matches.filter(({ state }) => state === 'ready');
  const lists = [
    { title: list.playing, matches: ready.filter(({ slot }) => draw.at.has(slot.id)) },
    { title: list.next, matches: ready.filter(({ slot }) => !draw.at.has(slot.id)) },
  ].filter(({ matches }) => matches.length > 0);
  // They are below each other on an upright screen.
  const above = isUpright({ width: innerWidth, height: innerHeight }) ? lists.length : 1;
  const most = Math.floor((height / minTextPixels() / above - LIST.title) / LIST.line);
  return (
    <div className="tv-lists">
      {lists.map(({ title, matches }) => (
        <List key={title} {...props} title={title} matches={matches.slice(0, most)} />
      ))}
    </div>
  );
};

const Podium = ({ draw, texts }: PartProps) => (
  <ol className="tv-podium">
    {podiumOf(draw).map(({ entry, place }) => (
      <li key={entry} data-place={place}>
        <span>{place}</span>
        <bdi translate="no">{entryName(draw.entries, entry, texts)}</bdi>
      </li>
    ))}
  </ol>
);

interface Props extends ScreenProps {
  readonly draw: ShownTournament;
  /** The venue's name; empty if it has none. */
  readonly venue: string;
  /** How long the tournament's turn lasts; null if there is no other turn. */
  readonly turnMillis: number | null;
}

/** A tournament: its bracket in pages, then what is played and what comes next; at its end the podium. */
const Turn = ({ draw, venue, turnMillis, tables, time, look, texts, zone }: Props) => {
  const root = useRef<HTMLDivElement>(null);
  const place = useElementSize(root);
  const { matches, title } = draw;
  const least = minTextPixels();
  const { width = 0, height = 0 } = place ?? {};
  const parts = { draw, texts };

  const brackets = bracketPages(matches, {
    rows: Math.max(1, Math.floor(height / least / EMS.row) - HEADING_ROWS),
    columns: Math.max(1, Math.floor(width / least / EMS.column)),
  });
  const sizeOf = (blocks: readonly Block[]): number => {
    const rows = blocks.reduce((sum, block) => sum + rowsOf(block) + HEADING_ROWS, 0);
    const columns = Math.max(...blocks.map(({ length }) => length));
    const fitting = Math.min(height / rows / EMS.row, width / columns / EMS.column);
    return Math.max(least, Math.min(fitting, Math.min(innerWidth, innerHeight) * LARGEST_PART));
  };
  const drawn = brackets.map((blocks) => (
    <div className="tv-bracket" style={{ fontSize: sizeOf(blocks) }}>
      {blocks.map((block) => (
        <Bracket
          key={block[0]?.[0]?.slot.id}
          tournament={draw}
          matches={block.flat()}
          texts={texts}
          at={draw.at}
        />
      ))}
    </div>
  ));
  const { groups } = draw.format;
  const places = draw.places.length / Math.max(1, groups);
  const groupsAtOnce =
    Math.max(1, Math.floor(width / least / GROUP.column)) *
    Math.max(1, Math.floor(height / least / GROUP.row / (places + GROUP.heads)));
  const tablesOfGroups = pagesOf(
    Array.from({ length: groups }, (_, group) => group),
    groupsAtOnce,
  ).map((some) => (
    <div className="tv-bracket" style={{ fontSize: least }}>
      <GroupTables tournament={draw} texts={texts} groups={some} />
    </div>
  ));
  const lists = <Lists {...parts} height={height} />;
  const isReady = !draw.isClosed && matches.some(({ state }) => state === 'ready');
  const shown = groups > 0 && draw.seats.length === 0 ? tablesOfGroups : drawn;
  const pages: readonly ReactNode[] = isOver(matches)
    ? [<Podium {...parts} />, drawn[drawn.length - 1]]
    : isReady
      ? [...shown, lists]
      : shown;
  const page = useServerTurns(time, pageMillis(pages.length, turnMillis)) % pages.length;
  return (
    <TurnScreen
      title={title === '' ? venue : title}
      lang={texts.locale}
      page={page}
      pages={pages.length}
      tables={tables}
      look={look}
      texts={texts}
      zone={zone}
    >
      <div ref={root} className="tv-tournament">
        {place && pages[page]}
      </div>
    </TurnScreen>
  );
};

/** A tournament as the server sent it. Nothing before the draw. */
export default function TournamentTurn({ kept, ...props }: Omit<Props, 'draw'> & { readonly kept: object }) {
  useStyles(styles);
  const draw = useMemo(() => parseShownTournament(kept), [kept]);
  return draw && draw.matches.length > 0 ? <Turn {...props} draw={draw} /> : null;
}
