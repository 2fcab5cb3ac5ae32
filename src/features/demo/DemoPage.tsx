import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createDemo } from './demo.ts';
import { demoEnvironment } from './environment.ts';
import { GAME_NAMES } from '../../games/boards.ts';
import { Invitation, Phone, Television, type DemoProps, type PartProps } from './parts.tsx';

/** The games, one tap each. Choosing one starts another match. */
const Games = ({ demo: { desk, choose, finish, $invitation }, texts }: PartProps) => {
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  const invitation = useStore($invitation, { ssr: 'initial' });
  return (
    <div className="demo__games" role="group" aria-label={texts.demo.games}>
      {GAME_NAMES.map((game) => (
        <button
          key={game}
          className="demo__game"
          type="button"
          disabled={!scored}
          aria-pressed={scored?.match.game === game}
          onClick={() => void choose(game)}
        >
          {texts.match.games[game]}
        </button>
      ))}
      {invitation === 'later' && (
        <button
          className="button button--quiet demo__finish"
          type="button"
          disabled={!scored}
          onClick={finish}
        >
          {texts.demo.finish}
        </button>
      )}
    </div>
  );
};

/** A phone and a television for one table, kept in this page's memory. */
export default function DemoPage(props: DemoProps) {
  const { players, table } = props;
  const [demo] = useState(() => createDemo(demoEnvironment('page', players, table)));
  const parts: PartProps = { ...props, demo };
  return (
    <div className="demo">
      <Games {...parts} />
      <div className="demo__stage">
        <Television {...parts} />
        <Invitation {...parts} />
        <Phone {...parts} />
      </div>
      <div className="demo__tips">
        {props.texts.demo.tips.map(({ title, text }) => (
          <div key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </div>
  );
}
