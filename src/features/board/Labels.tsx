import type { TextsOf } from '../../i18n/texts.ts';
import { formatScore, handicapScore } from '../../rules/score.ts';
import type { Shown } from '../../rules/shown.ts';
import { Said } from './Said.tsx';

/** The test ids of a board's labelled numbers. */
const TEST_IDS = {
  raceTo: 'overlay-race-to',
  handicap: 'overlay-handicap',
  rack: 'overlay-rack',
  frame: 'overlay-frame',
  bestOf: 'overlay-best-of',
  left: 'overlay-left',
} as const;

type Labelled = keyof typeof TEST_IDS;

/** A head start is part of the race. */
const withHandicap = (name: Labelled): readonly Labelled[] =>
  name === 'raceTo' ? [name, 'handicap'] : [name];

interface Props {
  readonly shown: Shown;
  readonly of: readonly Exclude<Labelled, 'handicap'>[];
  readonly texts: TextsOf<'overlay'>;
}

/** The labelled numbers among `of` that the board has; `raceTo` brings the head start. */
export const Labels = ({ shown, of, texts }: Props) =>
  of.flatMap(withHandicap).map((name) => {
    const value = shown[name];
    return value === null ? null : (
      <Said key={name} texts={texts} className="on-air__race" testId={TEST_IDS[name]}>
        <span>{texts.overlay[name]}</span>{' '}
        <bdi translate="no" className="on-air__target">
          {typeof value === 'number' ? formatScore(value) : handicapScore(value)}
        </bdi>
      </Said>
    );
  });
