import { dequal } from 'dequal/lite';
import { useState, type SubmitEvent } from 'react';
import {
  correctionBy,
  resultProblems,
  swappedResult,
  typedResult,
  type TypedResult,
} from '../../core/results/correction.ts';
import type { FullResult } from '../../core/results/result.ts';
import type { Results } from './results.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { TextField } from '../match/TextField.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { useChange } from '../../kit/useChange.ts';
import { CameTo } from './CameTo.tsx';

interface Props {
  readonly texts: ScreenTexts;
  readonly results: Results;
  readonly result: FullResult;
  readonly onDone: () => void;
}

/** Corrects a result's names and scores, beside the score by the match's log. */
export const CorrectResult = ({ texts, results, result, onDone }: Props) => {
  const [typed, setTyped] = useState(() => typedResult(result));
  const { busy, failure, run } = useChange();
  const problems = resultProblems(typed, result);
  const { corrected } = result;
  const { names, scores } = corrected ?? result;
  const isWrong = problems.s1 !== undefined || problems.s2 !== undefined;

  const save = async (): Promise<void> => {
    const correction = correctionBy(typed);
    // A correction back to the original removes the correction.
    const isAsPlayed = dequal(correction, { names, scores });
    const isSame = isAsPlayed && !corrected;
    if (isSame || (await run(() => results.correct(result.id, isAsPlayed ? null : correction)))) onDone();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isWrong) void save();
  };

  const field = (name: keyof TypedResult) => ({
    texts,
    value: typed[name],
    onType: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
    problem: problems[name],
  });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <div className="form__group">
        <div className="side-fields">
          <TextField {...field('p1')} label={texts.match.sides.A} />
          <TextField {...field('p2')} label={texts.match.sides.B} />
          <TextField {...field('s1')} numeric label={texts.dashboard.form.scoreA} />
          <TextField {...field('s2')} numeric label={texts.dashboard.form.scoreB} />
        </div>
        <button className="button button--quiet" type="button" onClick={() => setTyped(swappedResult)}>
          {texts.match.new.swap}
        </button>
      </div>
      <CameTo texts={texts} names={names} scores={scores} />
      <div className="form__end">
        <Problem failure={failure} texts={texts} />
        <button className="button button--primary button--large" type="submit" disabled={busy || isWrong}>
          {texts.match.correct.save}
        </button>
      </div>
    </form>
  );
};
