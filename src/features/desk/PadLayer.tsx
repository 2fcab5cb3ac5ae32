import { isRefusal } from '../../rules/rules.ts';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { MatchDraft } from '../../core/match/new-match-draft.ts';
import { breakSwapped, formatOf, winnerStays } from '../../core/match/new-match-draft.ts';
import { isGame, shownOf } from '../../games/boards.ts';
import type { PadSettings } from '../pad-parts/pad-settings.ts';
import type { NewMatchStore } from '../match/new-match.ts';
import { isUnused, timeOf, type Scored, type Scoring } from '../match/scoring.ts';
import { $matchForms, MatchForm } from '../match/MatchForm.tsx';
import { matchWords } from '../match/words.ts';
import { Pad } from '../pad/Pad.tsx';
import type { MoreEntry, SheetOf } from '../pad-parts/props.ts';
import type { Elements } from '../../kit/elements.ts';
import type { PartProps } from './props.ts';
import { ResetClock } from './ResetClock.tsx';
import { SetClock } from './SetClock.tsx';
import type { DeskTexts } from '../../kit/venue-texts.ts';

interface Props extends PartProps {
  /** The table's name. */
  readonly title: string;
  readonly settings: PadSettings;
  /** Omitted if the pad can't be closed. */
  readonly onClose?: (() => void) | undefined;
  /** Why this device can't score here any more, if known. */
  readonly stopped?: Elements;
  /** Embedded in a page rather than covering it. */
  readonly placed?: boolean | undefined;
}

const historySheet = (scoring: Scoring, texts: DeskTexts): SheetOf => ({
  title: texts.match.history.title,
  draw: (scored) => (
    <MatchForm texts={texts}>
      {({ History }) => <History scored={scored} scoring={scoring} texts={texts} />}
    </MatchForm>
  ),
});

/** An entry that opens a sheet of the same name. */
const sheetEntry = (name: string, title: string, draw: SheetOf['draw']): MoreEntry => ({
  name,
  label: title,
  opens: { title, draw },
});

const newMatchSheet = (newMatch: NewMatchStore, texts: DeskTexts): SheetOf => ({
  title: texts.match.new.title,
  draw: (_scored, close) => (
    <MatchForm texts={texts}>
      {({ NewMatch }) => <NewMatch newMatch={newMatch} texts={texts} onBegun={close} />}
    </MatchForm>
  ),
});

/** The form over an unused table's pad, until somebody uses the table or this device can't score there any more. */
const firstSheet =
  (newMatch: NewMatchStore, texts: DeskTexts) =>
  (scored: Scored): SheetOf | null => {
    const about = (now: Scored): string =>
      isUnused(now) && now.sync !== 'forbidden' && now.sync !== 'readOnly' ? now.match.id : '';
    return about(scored) === '' ? null : { ...newMatchSheet(newMatch, texts), about };
  };

/**
 * Entries that start the next match. Once this one has ended, they include starting without the form, unless it was a
 * tournament's.
 */
const nextEntries = (
  newMatch: NewMatchStore,
  texts: DeskTexts,
  { match: { game }, rules, state }: Scored,
): readonly MoreEntry[] => {
  const { over, winner } = shownOf(rules.board(state));
  const form = newMatchSheet(newMatch, texts);
  const begin = async (draft: (last: MatchDraft) => MatchDraft): Promise<SheetOf | null> => {
    newMatch.draftFrom(draft);
    await newMatch.begin();
    // The form shows what went wrong, and lets the user try again.
    return newMatch.$beginning.get() === 'failed' ? form : null;
  };
  const isNext = true;
  const isOpen = over && !newMatch.$isOrdered.get();
  return [
    ...(isOpen
      ? [{ name: 'again', isNext, label: texts.match.over.again, opens: () => begin((last) => last) }]
      : []),
    ...(isOpen && isGame(game) && formatOf(game).options.includes('first')
      ? [{ name: 'swapBreak', isNext, label: texts.match.over.swapBreak, opens: () => begin(breakSwapped) }]
      : []),
    ...(isOpen && winner
      ? [
          {
            name: 'winnerStays',
            isNext,
            label: texts.match.over.winnerStays,
            opens: async () => {
              newMatch.draftFrom((last) => winnerStays(last, winner));
              return form;
            },
          },
        ]
      : []),
    { name: 'newMatch', isNext, label: form.title, opens: form },
  ];
};

/** The desk's own entries for the "more" sheet. */
const entriesOf =
  (scoring: Scoring, newMatch: NewMatchStore, texts: DeskTexts, serverNow: () => number) =>
  (scored: Scored): readonly MoreEntry[] => [
    ...nextEntries(newMatch, texts, scored),
    ...(scored.match.previous !== null && scored.lines.every(({ fate }) => fate.status !== 'counts')
      ? [
          {
            name: 'takeBack',
            label: texts.match.new.takeBack,
            opens: () => void scoring.takeBackBeginning(),
          },
        ]
      : []),
    sheetEntry('correct', texts.match.correct.title, (now, close) => (
      <MatchForm texts={texts}>
        {({ Correct }) => <Correct scored={now} scoring={scoring} texts={texts} onDone={close} />}
      </MatchForm>
    )),
    sheetEntry('statistics', texts.match.statistics.title, (now) => (
      <MatchForm texts={texts}>{({ Statistics }) => <Statistics scored={now} texts={texts} />}</MatchForm>
    )),
    {
      name: 'clock',
      label: texts.dashboard.clock[scored.clock.running ? 'stop' : 'start'],
      opens: () => void scoring.score(scored.clock.running ? 'clock.stop' : 'clock.start'),
    },
    sheetEntry('setClock', texts.dashboard.clock.set, (now, close) => (
      <SetClock
        time={timeOf(now)}
        set={(n) => !isRefusal(scoring.score('clock.set', { n }))}
        nowMillis={serverNow()}
        texts={texts}
        onDone={close}
      />
    )),
    sheetEntry('resetClock', texts.dashboard.clock.reset, (now, close) => (
      <ResetClock
        time={timeOf(now)}
        reset={() => scoring.score('clock.reset')}
        texts={texts}
        onDone={close}
      />
    )),
  ];

/** The pad for a table's match, covering the page or embedded in it. */
export const PadLayer = ({ desk, texts, title, settings, onClose, stopped = null, placed }: Props) => {
  const scoring = useStore(desk.$scoring, { ssr: 'initial' });
  const newMatch = useStore(desk.$newMatch, { ssr: 'initial' });
  // Fetches them before anybody asks for one.
  useStore($matchForms, { ssr: 'initial' });
  const parts = useMemo(
    () =>
      scoring &&
      newMatch && {
        first: firstSheet(newMatch, texts),
        entries: entriesOf(scoring, newMatch, texts, desk.serverNow),
        words: { ...matchWords(texts), stopped, history: historySheet(scoring, texts) },
      },
    [scoring, newMatch, texts, stopped, desk.serverNow],
  );
  if (!scoring || !parts) return null;
  return (
    <Pad
      scoring={scoring}
      title={title}
      texts={texts}
      words={parts.words}
      serverNow={desk.serverNow}
      first={parts.first}
      entries={parts.entries}
      settings={settings}
      onClose={onClose}
      placed={placed}
    />
  );
};
