import { useState } from 'react';
import type { Failure } from '../../core/failure.ts';
import type { Results } from './results.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { Ask } from '../../kit/Ask.tsx';

interface Props {
  readonly texts: ScreenTexts;
  readonly results: Results;
  readonly id: string;
}

/** Deletes a result for good, after a confirmation. */
export const RemoveResult = ({ texts, results, id }: Props) => {
  const [current, setCurrent] = useState(false);
  const remove = async (): Promise<Failure | null> => {
    const outcome = await results.remove(id);
    setCurrent(outcome === 'current');
    return typeof outcome === 'object' ? outcome.failure : null;
  };
  return (
    <>
      <Ask
        texts={texts}
        opener={{ text: texts.results.remove.open, className: 'button button--quiet' }}
        title={texts.results.remove.title}
        confirm={texts.results.remove.open}
        change={remove}
      >
        <p>{texts.results.remove.warning}</p>
      </Ask>
      <p className="results__hint" role="status">
        {current && texts.results.remove.current}
      </p>
    </>
  );
};
