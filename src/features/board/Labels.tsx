import type { TextsOf } from '../../i18n/texts.ts';
import { formatScore } from '../../rules/score.ts';
import type { Shown } from '../../rules/shown.ts';
import { Said } from './Said.tsx';

/** The test ids of a board's labelled numbers. */
const TEST_IDS = {
  raceTo: 'overlay-race-to',
  rack: 'overlay-rack',
  frame: 'overlay-frame',
  bestOf: 'overlay-best-of',
  left: 'overlay-left',
} as const;

type Labelled = keyof typeof TEST_IDS;

interface Props {
  readonly shown: Shown;
  readonly of: readonly Labelled[];
  readonly texts: TextsOf<'overlay'>;
}

/** The labelled numbers among `of` that the board has. */
export const Labels = ({ shown, of, texts }: Props) =>
  of.map((name) => {
    const value = shown[name];
    return value === null ? null : (
      <Said key={name} texts={texts} className="on-air__race" testId={TEST_IDS[name]}>
        <span>{texts.overlay[name]}</span>{' '}
        <bdi translate="no" className="on-air__target">
          {formatScore(value)}
        </bdi>
      </Said>
    );
  });
