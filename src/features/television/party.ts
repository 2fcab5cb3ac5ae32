import { namesOf, type PartyFields } from '../../core/room/party.ts';
import { pairOf } from '../../i18n/isolated.ts';
import { planOfPair, type FitPlan, type FitSizes } from '../board/fit-text.ts';

type Names = Pick<PartyFields, 'name' | 'name2'>;

/** The names that a party is called by; `nameless` for one without. */
export const partyText = (party: Names, nameless: string): string => {
  const [name = nameless, name2] = namesOf(party);
  return name2 === undefined ? name : pairOf([name, name2]);
};

/** How a party's names are fitted. */
export const partySizes = (party: Names, sizes: FitSizes): FitSizes | FitPlan => {
  const [name, name2] = namesOf(party);
  return name === undefined || name2 === undefined ? sizes : planOfPair([name, name2], sizes);
};
