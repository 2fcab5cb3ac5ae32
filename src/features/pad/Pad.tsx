import type { TextsOf } from '../../i18n/texts.ts';
import { isolated } from '../../i18n/isolated.ts';
import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { shotSettings } from '../../core/match/new-match-draft.ts';
import { isRefusal } from '../../rules/rules.ts';
import { shownOf } from '../../games/boards.ts';
import { padOf } from '../../games/pads.ts';
import { keepAwake } from '../../browser/awake.ts';
import type { PadSettings } from '../pad-parts/pad-settings.ts';
import type { Scored, Scoring } from '../match/scoring.ts';
import { formatMessage } from '../../i18n/format.ts';
import { useBack } from '../../kit/useBack.ts';
import { behind, keepInFront } from './behind.ts';
import { feel } from '../pad-parts/feel.ts';
import { Foot } from './Foot.tsx';
import { $keyboardSheet, keyboardSheet } from './later-keyboard.tsx';
import { readKeys } from './keys.ts';
import { useKeyboard } from './useKeyboard.ts';
import { languageSheet } from './LanguageSheet.tsx';
import { moreSheet } from './MoreSheet.tsx';
import { nameIn } from '../pad-parts/names.ts';
import { PadHead } from './PadHead.tsx';
import { PadScore } from './PadScore.tsx';
import type { MoreEntry, PadWords, PartProps, SheetOf } from '../pad-parts/props.ts';
import { shotEntries } from '../pad-parts/shot.ts';
import { QuestionSheet } from './QuestionSheet.tsx';
import { Sheet } from './Sheet.tsx';
import { syncStatusOf } from './sync-status.ts';
import { statusSheet, StatusWords } from './StatusSheet.tsx';
import { WIDE_PAD } from '../../config/media.ts';
import { useMedia } from './useMedia.ts';
import { useSheets } from './useSheets.ts';
import { numbersOf } from './view.ts';

export interface PadProps {
  readonly scoring: Scoring;
  /** The table's name. */
  readonly title: string;
  readonly texts: TextsOf<'match' | 'overlay' | 'pad'>;
  readonly words: PadWords;
  /** Server time in milliseconds since the epoch; must be the same function at every render. */
  readonly serverNow: () => number;
  /** The sheet that is open at first, if any. */
  readonly first?: ((scored: Scored) => SheetOf | null) | undefined;
  /** Further entries for the "more" sheet. */
  readonly entries?: ((scored: Scored) => readonly MoreEntry[]) | undefined;
  /** Keyboard keys and handedness: for the left hand, the two bottom rows are mirrored. */
  readonly settings: PadSettings;
  /** Omitted if the pad can't be closed. */
  readonly onClose?: (() => void) | undefined;
  /** Embedded in a page; takes keys only while focused. */
  readonly placed?: boolean | undefined;
}

/** How long a refusal is shown. */
const NOTE_MILLIS = 6000;

const spoken = (scored: Scored, texts: TextsOf<'match' | 'pad'>): string => {
  const { score } = numbersOf(scored, scored.state);
  const said = formatMessage(texts.pad.score.said, {
    a: nameIn(scored, 'A', texts),
    scoreA: score.A,
    b: nameIn(scored, 'B', texts),
    scoreB: score.B,
  });
  const points = shownOf(scored.rules.board(scored.state)).break?.count ?? 0;
  return points > 0 ? `${said} ${formatMessage(texts.pad.score.saidBreak, { n: points })}` : said;
};

/** The pad for scoring one table's match: covers the screen, or fills its container in a page. */
export const Pad = ({
  scoring,
  title,
  texts,
  words,
  serverNow,
  first,
  entries,
  settings,
  onClose,
  placed = false,
}: PadProps) => {
  const scored = useStore(scoring.$scored, { ssr: 'initial' });
  const roomy = useMedia(WIDE_PAD) && !placed;
  const hand = useStore(settings.$hand, { ssr: 'initial' });
  const keptKeys = useStore(settings.$keys, { ssr: 'initial' });
  const keys = useMemo(() => readKeys(keptKeys), [keptKeys]);
  const dialog = useRef<HTMLDialogElement>(null);
  const [note, setNote] = useState('');

  useEffect(() => (placed ? undefined : keepAwake()), [placed]);

  // Before a sheet that is open at first takes the focus.
  useLayoutEffect(() => {
    const node = dialog.current;
    if (!node || node.open) return;
    node.showModal();
    node.focus();
  }, []);

  useEffect(() => {
    const timer = note ? setTimeout(() => setNote(''), NOTE_MILLIS) : undefined;
    return () => clearTimeout(timer);
  }, [note]);

  const {
    sheet,
    open: openSheet,
    toggle: toggleSheet,
    close: closeSheet,
    covered,
  } = useSheets(scored, first);
  useStore($keyboardSheet, { ssr: 'initial' });
  const question = scored?.question ?? null;
  const leaveBy = useBack('overPad', sheet !== null, closeSheet);
  const leave = onClose && (() => leaveBy(onClose));
  const goBack = (): void => {
    if (sheet) closeSheet();
    else if (!question) leave?.();
  };

  const report: PartProps['report'] = (made, feeling = 'pot') => {
    const isRefused = isRefusal(made);
    feel(isRefused ? 'refused' : feeling);
    setNote(isRefused && scored ? words.explain(scored, made) : '');
    return isRefused ? null : made.id;
  };
  const tap: PartProps['tap'] = (kind, body, feeling) => report(scoring.score(kind, body), feeling);

  const shots = scored && shotSettings(scored.match.start);
  useKeyboard(
    dialog,
    scored && {
      scored,
      scoring,
      tap,
      report,
      keys,
      shotSettings: shots,
      placed,
      onHelp: () => toggleSheet(keyboardSheet(settings, texts)),
    },
  );

  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Otherwise the modal dialog would close itself, and its parent wouldn't know.
    event.preventDefault();
    goBack();
  };

  const chooseEntry = ({ opens }: MoreEntry) => {
    if (typeof opens === 'object') {
      openSheet(opens);
      return;
    }
    closeSheet();
    void Promise.resolve(opens()).then((further) => {
      if (further) openSheet(further);
    });
  };
  const allEntries = (now: Scored): readonly MoreEntry[] => [
    ...padOf(now).entries({ scored: now, texts, tap }),
    ...shotEntries({ scored: now, texts, tap, settings: shots }),
    // On a phone, the bottom row shows Redo only after an Undo.
    ...(now.redoable
      ? [
          {
            name: 'redo',
            label: texts.pad.foot.redo,
            note: words.describe(now, now.redoable),
            opens: () => void report(scoring.redo(), 'undo'),
          },
        ]
      : []),
    ...(now.held
      ? [{ name: 'history', label: texts.pad.foot.history, opens: words.history }]
      : [{ name: 'hold', label: texts.pad.more.hold, note: texts.pad.more.holdNote, opens: scoring.hold }]),
    ...(entries?.(now) ?? []),
    { name: 'help', label: texts.pad.keyboard.title, opens: keyboardSheet(settings, texts) },
    {
      name: 'hand',
      label: texts.pad.keyboard[hand === 'left' ? 'rightHand' : 'hand'],
      note: texts.pad.keyboard.handNote,
      opens: () => settings.setHand(hand === 'left' ? 'right' : 'left'),
    },
    { name: 'language', label: texts.pad.more.language, opens: languageSheet(texts) },
  ];

  const draw = (now: Scored) => {
    const status = syncStatusOf(now);
    const stopped = status === 'forbidden' || status === 'readOnly';
    const parts: PartProps = { scored: now, scoring, texts, openSheet, tap, report };
    const { Line, Keys } = padOf(now);
    const { over } = shownOf(now.rules.board(now.state));
    const next = over ? (entries?.(now).filter(({ isNext }) => isNext) ?? []) : [];
    const more = moreSheet(texts, (current) => allEntries(current), chooseEntry);
    return (
      <>
        <PadHead
          scored={now}
          scoring={scoring}
          title={title}
          placed={placed}
          texts={texts}
          serverNow={serverNow}
          covered={covered}
          onClose={leave}
          onStatus={() => openSheet(statusSheet(scoring, texts, words))}
        />
        <PadScore scored={now} texts={texts} />
        {Line && <Line scored={now} scoring={scoring} texts={texts} serverNow={serverNow} />}
        {roomy && (
          <aside className="pad__log" aria-labelledby="pad-log-title" {...behind(covered)}>
            <h2 className="visually-hidden" id="pad-log-title">
              {words.history.title}
            </h2>
            {words.history.draw(now, closeSheet)}
          </aside>
        )}
        <div className="pad__game" {...behind(covered)}>
          {stopped ? (
            <StatusWords scored={now} scoring={scoring} texts={texts} words={words} />
          ) : (
            <Keys {...parts} settings={shots} serverNow={serverNow} next={next} onMore={chooseEntry} />
          )}
        </div>
        <Foot
          {...parts}
          words={words}
          disabled={stopped}
          onHistory={() => toggleSheet(words.history)}
          onMore={() => toggleSheet(more)}
        />
        {sheet ? (
          <Sheet
            key={sheet.title}
            title={sheet.title}
            note={sheet.note}
            closeLabel={texts.pad.close}
            onClose={closeSheet}
          >
            {sheet.draw(now, closeSheet)}
          </Sheet>
        ) : (
          question && <QuestionSheet question={question} scoring={scoring} texts={texts} words={words} />
        )}
        <p className="visually-hidden" role="status">
          {spoken(now, texts)}
        </p>
      </>
    );
  };

  return (
    <div className={`pad-room${placed ? ' pad-room--placed' : ''}`}>
      <dialog
        className="pad"
        aria-label={formatMessage(texts.pad.pad, { table: isolated(title) })}
        data-hand={hand}
        data-loading={!scored || undefined}
        data-unit={scored ? (shownOf(scored.rules.board(scored.state)).unit ?? undefined) : undefined}
        open={placed || undefined}
        tabIndex={-1}
        ref={dialog}
        onKeyDown={escape}
        onFocus={keepInFront}
        onCancel={(event) => {
          // Android's Back asks a modal dialog to close before it touches the history.
          event.preventDefault();
          goBack();
        }}
      >
        {scored ? (
          draw(scored)
        ) : (
          <div className="pad__waiting" role="status">
            <p className="loading">{texts.pad.loading}</p>
            {leave && (
              <button type="button" className="pad-key" onClick={leave}>
                {texts.pad.back}
              </button>
            )}
          </div>
        )}
        <p className="pad__note" role="alert">
          {note}
        </p>
      </dialog>
    </div>
  );
};
