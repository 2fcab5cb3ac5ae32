import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import {
  draftProblems,
  startOf,
  swapped,
  withGame,
  type DraftName,
  type MatchDraft,
} from '../../core/match/formats.ts';
import { playerOf } from '../../core/match/tell.ts';
import { SIDES } from '../../core/rules/rules.ts';
import type { NewMatch as NewMatchStore } from '../../stores/match/new-match.ts';
import { Choice } from './Choice.tsx';
import { MatchLength } from './MatchLength.tsx';
import { ShotClockChoice } from './ShotClockChoice.tsx';
import type { MatchTexts } from './texts.ts';
import { Typed } from './Typed.tsx';
import { nameText } from './words.ts';

interface Props {
  readonly newMatch: NewMatchStore;
  readonly texts: MatchTexts;
  /** The match was begun. */
  readonly onBegun: () => void;
}

/** What every part of the form is given. */
export interface DraftProps {
  readonly draft: MatchDraft;
  readonly texts: MatchTexts;
  readonly edit: (changes: Partial<MatchDraft>) => void;
  /** What a typed value is given, by its name. */
  readonly typed: (
    name: DraftName,
  ) => Pick<Parameters<typeof Typed>[0], 'texts' | 'value' | 'onType' | 'problem'>;
}

const GAMES = ['eight-ball', 'snooker', 'plain'] as const;

const Players = ({ draft, texts, edit, typed }: DraftProps) => (
  <fieldset className="choice">
    <legend className="choice__legend">{texts['new.players']}</legend>
    <div className="new-match__players">
      <Typed {...typed('p1')} label={texts['new.playerA']} />
      <Typed {...typed('p2')} label={texts['new.playerB']} />
    </div>
    <button className="button button--quiet" type="button" onClick={() => edit(swapped(draft))}>
      {texts['new.swap']}
    </button>
  </fieldset>
);

const Breaks = ({ draft, texts, edit }: DraftProps) => {
  const { game, first, breaks } = draft;
  if (game === 'plain') return null;
  return (
    <>
      <Choice
        legend={texts['new.first']}
        options={SIDES.map((side) => ({
          value: side,
          label: <bdi>{nameText(texts, playerOf(draft, side))}</bdi>,
        }))}
        value={first}
        onChoose={(side) => edit({ first: side })}
      />
      {game === 'eight-ball' && (
        <Choice
          legend={texts['new.breaks']}
          options={(['alternate', 'winner', 'loser'] as const).map((rule) => ({
            value: rule,
            label: texts[`new.breaksOf.${rule}`],
          }))}
          value={breaks}
          onChoose={(rule) => edit({ breaks: rule })}
        />
      )}
    </>
  );
};

const Balls = ({ draft, texts, edit, typed }: DraftProps) => {
  const { game, balls, reds } = draft;
  if (game === 'eight-ball') {
    return (
      <Choice
        legend={texts['new.balls']}
        options={(['solidsAndStripes', 'redsAndYellows'] as const).map((set) => ({
          value: set,
          label: texts[`new.sets.${set}`],
        }))}
        value={balls}
        onChoose={(set) => edit({ balls: set })}
      />
    );
  }
  if (game !== 'snooker') return null;
  return (
    <>
      <Choice
        legend={texts['new.reds']}
        options={([15, 10, 6] as const).map((count) => ({ value: count, label: count }))}
        value={reds}
        onChoose={(count) => edit({ reds: count })}
      />
      <fieldset className="choice">
        <legend className="choice__legend">{texts['new.handicap']}</legend>
        <div className="new-match__players">
          <Typed {...typed('handicapA')} numeric label={nameText(texts, playerOf(draft, 'A'))} />
          <Typed {...typed('handicapB')} numeric label={nameText(texts, playerOf(draft, 'B'))} />
        </div>
      </fieldset>
    </>
  );
};

/** The next match at a table: what is played, by whom, how long, with which clock. */
export const NewMatch = ({ newMatch, texts, onBegun }: Props) => {
  const draft = useStore(newMatch.$draft, { ssr: 'initial' });
  const beginning = useStore(newMatch.$beginning, { ssr: 'initial' });
  if (!draft) return null;
  const problems = draftProblems(draft);
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
    <form className="new-match" method="post" noValidate onSubmit={submit}>
      <Choice
        cards
        legend={texts['new.game']}
        options={GAMES.map((game) => ({
          value: game,
          label: texts[`games.${game}`],
          note: texts[`new.about.${game}`],
        }))}
        value={draft.game}
        onChoose={(game) => newMatch.edit((before) => withGame(before, game))}
      />
      <Players {...parts} />
      <MatchLength {...parts} />
      <Balls {...parts} />
      <Breaks {...parts} />
      <ShotClockChoice {...parts} />
      <p className="field__hint">{texts['new.note']}</p>
      <div className="new-match__begin">
        {beginning === 'failed' && (
          <p className="field__error" role="alert">
            {texts['new.failed']}
          </p>
        )}
        <button
          className="button button--primary button--large"
          type="submit"
          disabled={beginning === 'beginning' || startOf(draft) === null}
        >
          {texts[beginning === 'beginning' ? 'new.beginning' : 'new.begin']}
        </button>
      </div>
    </form>
  );
};
