import { useStore } from '@nanostores/react';
import type { NewMatchStore } from '../match/new-match.ts';
import type { Scored, Scoring } from '../match/scoring.ts';
import { Icon } from '../../kit/Icon.tsx';
import type { PartProps } from './props.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';

interface Props {
  readonly desk: PartProps['desk'];
  readonly texts: VenueTexts;
}

interface KeysProps extends Props {
  readonly scored: Scored;
  readonly scoring: Scoring;
  readonly newMatch: NewMatchStore;
}

const Keys = ({ desk, texts, scored, scoring, newMatch }: KeysProps) => {
  const beginning = useStore(newMatch.$beginning, { ssr: 'initial' });
  const { edits } = useStore(desk.$draft, { ssr: 'initial' });
  const isPlayed = scored.lines.some(({ fate }) => fate.status === 'counts');
  // Edits were meant for this match.
  const isTyped = Object.keys(edits).length > 0;
  const begin = (): void => {
    newMatch.draftFrom((last) => last);
    void newMatch.begin();
  };
  return (
    <div className="desk__next">
      <button
        className="button"
        type="button"
        disabled={!isPlayed || isTyped || beginning === 'beginning'}
        onClick={begin}
      >
        <Icon name="further" directional />
        <span>{texts.dashboard.match.next}</span>
      </button>
      {scored.match.previous !== null && !isPlayed && (
        <button
          className="button button--quiet"
          type="button"
          onClick={() => void scoring.takeBackBeginning()}
        >
          {texts.match.new.takeBack}
        </button>
      )}
      <p className="desk__status" role="status">
        {beginning === 'failed' && texts.dashboard.match.nextFailed}
      </p>
    </div>
  );
};

/**
 * Plain scores never end by rules. This button records the current match, and starts another at 0–0 with the same
 * names.
 */
export const NextMatch = ({ desk, texts }: Props) => {
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  const scoring = useStore(desk.$scoring, { ssr: 'initial' });
  const newMatch = useStore(desk.$newMatch, { ssr: 'initial' });
  if (!scored || !scoring || !newMatch) return null;
  return <Keys {...{ desk, texts, scored, scoring, newMatch }} />;
};
