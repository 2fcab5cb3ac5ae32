import { useStore } from '@nanostores/react';
import { FIRST_GAME } from '../../games/boards.ts';
import { gameOf } from '../../games/games.ts';
import { MatchForm } from '../match/MatchForm.tsx';
import { MatchClock } from '../desk/MatchClock.tsx';
import { OnAir } from '../desk/OnAir.tsx';
import type { PartProps } from '../desk/props.ts';
import { QuickUpdate } from '../desk/QuickUpdate.tsx';

export { default as styles } from '../../styles/under-pad.scss?inline';

/** The desk of one table beneath its pad. */
export const UnderPad = ({ desk, texts }: PartProps) => {
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  const scoring = useStore(desk.$scoring, { ssr: 'initial' });
  const isTyped = gameOf(scored?.match.game ?? FIRST_GAME)?.isTyped === true;
  const parts = { desk, texts };
  return (
    <>
      <OnAir {...parts} />
      {isTyped && <QuickUpdate {...parts} />}
      <div className="desk__side">
        <MatchClock {...parts} />
      </div>
      {!isTyped && (
        <section className="panel desk__match" aria-labelledby="history-title">
          <h2 className="heading" id="history-title">
            {texts.match.history.title}
          </h2>
          {scored && scoring && (
            <MatchForm texts={texts}>
              {({ History }) => <History scored={scored} scoring={scoring} texts={texts} />}
            </MatchForm>
          )}
        </section>
      )}
    </>
  );
};
