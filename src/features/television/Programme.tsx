import { useStore } from '@nanostores/react';
import {
  lazy,
  Suspense,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import type { ShownProgramme } from '../../core/television/follow-television.ts';
import { turnsFrom, TURNS, type Turn } from '../../core/television/programme.ts';
import { callsOf } from '../../core/television/waiting.ts';
import { importPart } from '../../core/missing-parts.ts';
import { isObject } from '../../rules/read.ts';
import type { Chime } from '../../browser/chime.ts';
import { Calls } from './Calls.tsx';
import type { ScreenProps } from './props.ts';
import { SponsorsTurn } from './SponsorsTurn.tsx';
import { AllTables, OneTable } from './Tables.tsx';
import type Tournament from './TournamentTurn.tsx';
import { useChime } from './useChime.ts';
import { useServerTurns } from './useServerTurns.ts';
import { Waiting } from './Waiting.tsx';

/** Other turns go on if it can't be fetched. */
const nothing = { default: (_props: ComponentProps<typeof Tournament>) => null };
const TournamentTurn = lazy<typeof Tournament>(() =>
  importPart(() => import('./TournamentTurn.tsx')).catch(() => nothing),
);

interface StageProps {
  /** The content of each turn. */
  readonly turns: Readonly<Partial<Record<Turn, ReactNode>>>;
  /** The turns, starting with the one whose time it is. */
  readonly order: readonly Turn[];
}

/** An element that exists once a turn is drawn; its parts and pictures may still be loading. */
const DRAWN: Readonly<Record<Turn, string>> = {
  tables: ':is(.tv-tile, .tv-empty)',
  table: ':is(.on-air__canvas, .tv-tile)',
  waiting: '.tv-queue',
  tournament: ':is(.bracket, .tv-lists, .tv-podium)',
  sponsors: '.tv-sponsors__one[data-seen]',
};

/**
 * All turns, one of them visible. The next one is drawn before it is shown, and the previous one stays until then, so
 * that no frame is blank.
 */
const Stage = ({ turns, order }: StageProps) => {
  const stage = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<Turn | null>(null);
  const wanted = order[0];
  // The first turn has no predecessor.
  const shown = seen ?? wanted;
  useLayoutEffect(() => {
    const node = stage.current;
    if (!node) return undefined;
    const show = (): void => {
      const drawn = order.filter((turn) => node.querySelector(`[data-turn='${turn}'] ${DRAWN[turn]}`));
      setSeen((before) => {
        const isKept = before !== null && drawn.includes(before) && !(wanted && drawn.includes(wanted));
        return isKept ? before : (drawn[0] ?? null);
      });
      if (wanted !== undefined && drawn.includes(wanted)) watch.disconnect();
    };
    const watch = new MutationObserver(show);
    watch.observe(node, { childList: true, subtree: true, attributeFilter: ['data-seen'] });
    show();
    return () => watch.disconnect();
  }, [order, wanted, turns]);
  return (
    <div ref={stage} className="tv-stage">
      {TURNS.filter((turn) => order.includes(turn)).map((turn) => (
        <div
          key={turn}
          className="tv-turn"
          data-testid={`turn-${turn}`}
          data-turn={turn}
          data-seen={turn === shown || undefined}
          aria-hidden={turn !== shown}
        >
          {turns[turn]}
        </div>
      ))}
    </div>
  );
};

interface Props extends ScreenProps {
  readonly programme: ShownProgramme;
  /** Whether the venue has no tables, and nobody waits. */
  readonly isEmpty: boolean;
  /** Null if calls make no sound. */
  readonly chime: Chime | null;
}

const NO_CALLS = { calls: [], largeUntilMillis: 0 };

/** A television's turns, above the called parties. */
export const Programme = ({ programme, isEmpty, chime, ...props }: Props) => {
  const { tables, time, look, texts } = props;
  const { tableId, venue, waiting, tournament, seconds } = programme;
  const all = useStore(tables.$tables);
  const sponsors = useStore(tables.$sponsors);
  const count = useServerTurns(time, seconds * 1000);
  const table = all.find(({ id }) => id === tableId);
  // Without other turns, pages get the time that a reader needs.
  const turnMillis = programme.turns.length > 1 ? seconds * 1000 : null;
  const screen = { ...props, list: waiting, turnMillis };
  const filled: Readonly<Record<Turn, ReactNode>> = {
    tables: (all.length > 0 || isEmpty) && <AllTables {...screen} title={venue} />,
    table: table && <OneTable key={table.token} {...screen} title={venue} table={table} />,
    waiting: waiting && waiting.parties.length > 0 && <Waiting {...screen} title={venue} list={waiting} />,
    tournament: isObject(tournament) && (
      <Suspense fallback={null}>
        <TournamentTurn {...screen} venue={venue} kept={tournament} />
      </Suspense>
    ),
    sponsors: sponsors.length > 0 && (
      <SponsorsTurn {...screen} title={venue} sponsors={sponsors} programme={programme} />
    ),
  };
  // A removed table has no turn. An empty turn stays in the programme, but is skipped.
  const turns = programme.turns.filter((turn) => turn !== 'table' || table);
  const order = turnsFrom(turns, count).filter((turn) => Boolean(filled[turn]));
  const called = useMemo(() => (waiting ? callsOf(waiting) : NO_CALLS), [waiting]);
  useChime(chime, called.calls, time);
  return (
    <div className="tv-programme">
      {/* If there is nothing else to show, the tables are shown. */}
      <Stage turns={filled} order={order.length > 0 || !filled.tables ? order : ['tables']} />
      {called.calls.length > 0 && <Calls {...called} look={look} texts={texts} time={time} />}
    </div>
  );
};
