import type { TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import { useId, type FunctionComponent, type SubmitEvent } from 'react';
import { BALL_SETS, BREAK_RULES, RED_COUNTS, type GameFormat } from '../../rules/format.ts';
import type { MatchDraft } from '../../core/match/new-match-draft.ts';
import {
  draftProblems,
  formatOf,
  isTimed,
  startOf,
  swapped,
  withGame,
} from '../../core/match/new-match-draft.ts';
import { playerOf } from '../../rules/phrase.ts';
import { numberOrZero } from '../../rules/number.ts';
import { DEFAULT_NAMES } from '../../rules/name.ts';
import { GAME_NAMES } from '../../games/boards.ts';
import { SIDES } from '../../rules/rules.ts';
import type { NewMatchStore } from './new-match.ts';
import { isolated } from '../../i18n/isolated.ts';
import { formatCount } from '../../i18n/format.ts';
import { Choice } from './Choice.tsx';
import { MatchLength } from './MatchLength.tsx';
import { ShotClockChoice } from './ShotClockChoice.tsx';
import { EventField, TextField } from './TextField.tsx';
import { nameText } from '../../i18n/phrases.ts';
import { lengthText } from './length.ts';
import type { DraftProps } from './props.ts';

interface Props {
  readonly newMatch: NewMatchStore;
  readonly texts: TextsOf<'match'>;
  /** Called when the match has started. */
  readonly onBegun: () => void;
}

const Players = ({ draft, texts, edit, typed }: DraftProps) => (
  <fieldset className="choice">
    <legend className="choice__legend">{texts.match.new.players}</legend>
    <div className="side-fields">
      <TextField {...typed('p1')} placeholder={DEFAULT_NAMES.p1} label={texts.match.sides.A} />
      <TextField {...typed('p2')} placeholder={DEFAULT_NAMES.p2} label={texts.match.sides.B} />
    </div>
    <button className="button button--quiet" type="button" onClick={() => edit(swapped(draft))}>
      {texts.match.new.swap}
    </button>
    <EventField
      {...typed('event')}
      placeholder={texts.match.new.eventExample}
      label={texts.match.new.event}
    />
  </fieldset>
);

/** The remaining choices, by option of the game's format. */
const OPTIONS = {
  balls: ({ draft, texts, edit }) => (
    <Choice
      legend={texts.match.new.balls}
      options={BALL_SETS.map((set) => ({ value: set, label: texts.match.new.sets[set] }))}
      value={draft.balls}
      onChoose={(set) => edit({ balls: set })}
    />
  ),
  reds: ({ draft, texts, edit }) => (
    <Choice
      legend={texts.match.new.reds}
      options={RED_COUNTS.map((count) => ({ value: count, label: count }))}
      value={draft.reds}
      onChoose={(count) => edit({ reds: count })}
    />
  ),
  handicap: ({ draft, texts, typed }) => (
    <fieldset className="choice">
      <legend className="choice__legend">
        {texts.match.new.handicap[formatOf(draft.game).length.field]}
      </legend>
      <div className="side-fields">
        <TextField {...typed('handicapA')} numeric label={nameText(texts, playerOf(draft, 'A'))} />
        <TextField {...typed('handicapB')} numeric label={nameText(texts, playerOf(draft, 'B'))} />
      </div>
    </fieldset>
  ),
  first: ({ draft, texts, edit }) => (
    <Choice
      legend={texts.match.new.first}
      options={SIDES.map((side) => ({
        value: side,
        label: <bdi translate="no">{nameText(texts, playerOf(draft, side))}</bdi>,
      }))}
      value={draft.first}
      onChoose={(side) => edit({ first: side })}
    />
  ),
  breaks: ({ draft, texts, edit }) => (
    <Choice
      legend={texts.match.new.breaks}
      options={BREAK_RULES.map((rule) => ({ value: rule, label: texts.match.new.breaksOf[rule] }))}
      value={draft.breaks}
      onChoose={(rule) => edit({ breaks: rule })}
    />
  ),
} satisfies Readonly<Record<GameFormat['options'][number], FunctionComponent<DraftProps>>>;

/** A draft in one line: length, reds, head starts, shot clock. */
const draftText = (texts: TextsOf<'match'>, draft: MatchDraft): string => {
  const { game, clock } = draft;
  const { length, options } = formatOf(game);
  const count = numberOrZero(draft[length.field]);
  const starts = [draft.handicapA, draft.handicapB].flatMap((points, place) => {
    const name = nameText(texts, playerOf(draft, SIDES[place] ?? 'A'));
    return numberOrZero(points) > 0 ? [`${name} ${isolated(`+${numberOrZero(points)}`)}`] : [];
  });
  return [
    lengthText(
      texts,
      isTimed(draft)
        ? { kind: 'minutes', count: numberOrZero(draft.minutes) }
        : { kind: length.field, count },
    ),
    ...(options.includes('reds') ? [formatCount(texts.match.log.reds, draft.reds, texts.locale)] : []),
    ...(options.includes('handicap') ? starts : []),
    ...(clock === 'off' ? [] : [texts.match.new.shotClock]),
  ].join(' · ');
};

/** The form for a table's next match: game, players, length, shot clock. */
export const NewMatch = ({ newMatch, texts, onBegun }: Props) => {
  const draft = useStore(newMatch.$draft, { ssr: 'initial' });
  const beginning = useStore(newMatch.$beginning, { ssr: 'initial' });
  const id = useId();
  if (!draft) return null;
  const problems = draftProblems(draft);
  const isReady = startOf(draft) !== null;
  const edit = (changes: Partial<MatchDraft>): void => newMatch.edit((before) => ({ ...before, ...changes }));
  const parts: DraftProps = {
    draft,
    texts,
    edit,
    typed: (name) => ({
      texts,
      value: draft[name],
      onType: (value) => edit({ [name]: value }),
      problem: problems[name],
    }),
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void newMatch.begin().then((begun) => {
      if (begun) onBegun();
    });
  };
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <Choice
        cards
        legend={texts.match.new.game}
        options={GAME_NAMES.map((game) => ({
          value: game,
          label: texts.match.games[game],
          note: texts.match.new.about[game],
        }))}
        value={draft.game}
        onChoose={(game) => newMatch.edit((before) => withGame(before, game))}
      />
      <Players {...parts} />
      <MatchLength {...parts} />
      {formatOf(draft.game).options.map((option) => {
        const Option = OPTIONS[option];
        return <Option key={option} {...parts} />;
      })}
      <ShotClockChoice {...parts} />
      <p className="field__hint">{texts.match.new.note}</p>
      <div className="form__end">
        {beginning === 'failed' && (
          <p className="field__error" role="alert">
            {texts.match.new.failed}
          </p>
        )}
        <p className="new-match__begins" id={id} data-testid="new-match-begins">
          {isReady ? draftText(texts, draft) : texts.match.new.wrong}
        </p>
        <button
          className="button button--primary button--large"
          type="submit"
          aria-describedby={id}
          disabled={beginning === 'beginning' || !isReady}
        >
          {texts.match.new[beginning === 'beginning' ? 'beginning' : 'begin']}
        </button>
      </div>
    </form>
  );
};
