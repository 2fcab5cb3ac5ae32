import type { Match } from '../../core/tournament/bracket.ts';
import { pairText } from '../../core/tournament/words.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { Elements } from '../../kit/elements.ts';
import type { PartProps } from './props.ts';

interface Props extends Pick<PartProps, 'texts' | 'isSending'> {
  readonly result: string;
  readonly stored: string;
  readonly leave: () => void;
  /** The button that changes it. */
  readonly children: Elements;
}

/** Results say something else than what others have gone on with: to be left or changed. */
export const Difference = ({ texts: { tournamentDesk }, isSending, leave, children, ...said }: Props) => (
  <div className="alert tournament__part">
    <p>{formatMessage(tournamentDesk.match.differs, said)}</p>
    <div className="button-row">
      <button className="button" type="button" disabled={isSending} onClick={leave}>
        {tournamentDesk.match.leave}
      </button>
      {children}
    </div>
  </div>
);

interface TakenProps extends Pick<PartProps, 'evening' | 'texts'> {
  readonly matches: readonly Match[];
}

/** The matches that would no longer count. */
export const Taken = ({ evening, texts, matches }: TakenProps) => (
  <div className="alert alert--error" role="alert">
    <p>{texts.tournamentDesk.match.taken}</p>
    <ul>
      {matches.map((match) => (
        <li key={match.slot.id}>{pairText(evening.entries, match, texts)}</li>
      ))}
    </ul>
  </div>
);
