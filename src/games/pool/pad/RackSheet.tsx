import { otherSide } from '../../../rules/rules.ts';
import { formatMessage } from '../../../i18n/format.ts';
import { nameIn } from '../../../features/pad-parts/names.ts';
import type { PartProps, SheetOf } from '../../../features/pad-parts/props.ts';
import { givenRack } from './given-rack.ts';
import type { PoolPad } from './props.ts';

interface Parts extends Pick<PartProps, 'scored' | 'scoring' | 'texts' | 'report'> {
  readonly pool: PoolPad;
}

const RackSheet = ({ id, close, ...parts }: Parts & { readonly id: string; readonly close: () => void }) => {
  const { scored, scoring, texts, report, pool } = parts;
  const rack = givenRack(scored, id);
  if (!rack) return null;
  const { winner } = rack;
  const { won, lost } = pool.endingsOf(rack);
  const groups = [
    { title: texts.pad.pool.won, of: winner, endings: won },
    { title: texts.pad.pool.lost, of: otherSide(winner), endings: lost },
  ];
  return groups.map(({ title, of, endings }) => (
    <section className="pad-endings" key={of}>
      <h3 className="pad-endings__title">{formatMessage(title, { name: nameIn(scored, of, texts) })}</h3>
      <div className="pad-endings__keys">
        {endings.map((how) => (
          <button
            key={how}
            type="button"
            className="pad-key pad-endings__key"
            data-key={`how.${how}`}
            aria-pressed={rack.how === how}
            onClick={() => {
              if (rack.how !== how) report(scoring.replace(id, 'rack', { side: winner, how }), 'end');
              close();
            }}
          >
            {texts.pad.pool.ending[how]}
          </button>
        ))}
      </div>
    </section>
  ));
};

/** The sheet for a rack's ending. The rack is already counted; the sheet closes if it is undone. */
export const rackSheet = (parts: Parts, id: string): SheetOf => {
  const { scoring, texts } = parts;
  const scored = scoring.$scored.get() ?? parts.scored;
  const rack = givenRack(scored, id);
  return {
    title: rack
      ? formatMessage(texts.pad.pool.rackSheet, { n: rack.number, name: nameIn(scored, rack.winner, texts) })
      : '',
    note: texts.pad.pool.rackNote,
    about: ({ lines }) =>
      lines.some(({ action, fate }) => action.id === id && fate.status !== 'counts') ? 'gone' : 'counts',
    draw: (now, close) => <RackSheet {...parts} scored={now} id={id} close={close} />,
  };
};
