import type { VenueTexts } from './props.ts';
import {
  ALL_TABLES,
  PICTURES,
  PLAYERS,
  signsFragment,
  SPONSORS,
  televisionsFragment,
} from '../../core/tables/fragment.ts';

/** The links to the venue's screens, in order. */
const screensOf = (texts: VenueTexts) =>
  [
    { status: 'tables', href: ALL_TABLES, text: texts.dashboard.allTables },
    { status: 'pictures', href: PICTURES, text: texts.pictures.title },
    { status: 'players', href: PLAYERS, text: texts.dressing.players.title },
    { status: 'sponsors', href: SPONSORS, text: texts.dressing.sponsors.title },
    { status: 'signs', href: signsFragment(), text: texts.pictures.sign.link },
    { status: 'televisions', href: televisionsFragment(), text: texts.televisions.title },
  ] as const;

interface Props {
  readonly texts: VenueTexts;
  /** The current screen. */
  readonly here: string;
}

/** Links to the venue's other screens. */
export const VenueLinks = ({ texts, here }: Props) => (
  <nav className="desk__ways" aria-label={texts.dashboard.screens}>
    {screensOf(texts)
      .filter(({ status }) => status !== here)
      .map(({ status, href, text }) => (
        <a key={status} href={href}>
          {text}
        </a>
      ))}
  </nav>
);
