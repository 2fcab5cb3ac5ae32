import type { VenueTexts } from '../../kit/venue-texts.ts';
import { formatScore } from '../../rules/score.ts';
import type { Row } from '../../core/tables/summary.ts';

/** One player's row in a table's summary: break or turn, frames, score. */
export const TableRow = ({ texts, row }: { readonly texts: VenueTexts; readonly row: Row }) => {
  const { name, frames, score, hollow, atTable, breaks, side } = row;
  return (
    <li className={`tables__row ${atTable ? 'tables__row--at' : ''}`}>
      {breaks && (
        <span className="tables__cue-ball">
          <span className="visually-hidden">{`${texts.tables.breaks} `}</span>
        </span>
      )}
      <span className="tables__name" title={name}>
        <bdi translate="no">{name || texts.match.sides[side]}</bdi>
      </span>
      {atTable && <span className="visually-hidden">{`${texts.tables.atTable} `}</span>}
      {frames !== null && (
        <span className="tables__frames">
          <span className="visually-hidden">{`${texts.tables.frames} `}</span>
          <span>{formatScore(frames)}</span>
        </span>
      )}
      <span className={`tables__score ${hollow ? 'tables__score--hollow' : ''}`}>
        <span className="visually-hidden">{`${texts.tables.score} `}</span>
        <span dir="ltr">{formatScore(score)}</span>
        {hollow && <span className="visually-hidden">{` ${texts.tables.onlyHere}`}</span>}
      </span>
    </li>
  );
};
