import type { ReactNode } from 'react';
import { SIDES, type Side } from '../../rules/rules.ts';

interface Row {
  readonly key: string;
  readonly label: ReactNode;
  readonly values: readonly [ReactNode, ReactNode];
  /** The side that did better; null for neither. */
  readonly better: Side | null;
}

interface Props {
  readonly caption: string;
  readonly names: readonly [string, string];
  readonly rows: readonly Row[];
}

/** Both sides' values, side by side as on the board: A is on the left in every language. */
export const SidesTable = ({ caption, names, rows }: Props) => (
  <table className="sides" dir="ltr">
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">
          <bdi translate="no" className="sides__name">
            {names[0]}
          </bdi>
        </th>
        <td />
        <th scope="col">
          <bdi translate="no" className="sides__name">
            {names[1]}
          </bdi>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, label, values, better }) => (
        <tr key={key}>
          <td className={better === SIDES[0] ? 'sides__better' : undefined}>{values[0]}</td>
          <th scope="row">
            <bdi translate="yes">{label}</bdi>
          </th>
          <td className={better === SIDES[1] ? 'sides__better' : undefined}>{values[1]}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
