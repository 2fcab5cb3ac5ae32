import { entryName, entryText } from '../../core/tournament/words.ts';
import { useId, useState, type SubmitEvent } from 'react';
import { isGame } from '../../games/boards.ts';
import { formatOf } from '../../core/match/new-match-draft.ts';
import { ENTRY_NUMBERS } from '../../core/tournament/facts.ts';
import { linesPasted, nearDoubles } from '../../core/tournament/pasted.ts';
import { formatCount, formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { EntryDialog } from './EntryDialog.tsx';
import type { PartProps } from './props.ts';

/** Adds the names of a pasted list. */
const PasteNames = ({ tournaments, evening: { entries }, texts, isSending }: PartProps) => {
  const [typed, setTyped] = useState('');
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const id = useId();
  const { tournamentDesk } = texts;
  const lines = linesPasted(typed);
  const names = lines.filter(({ text, isName }) => isName || taken.has(text)).map(({ text }) => text);
  const leftOut = new Set(lines.filter(({ isName }) => !isName).map(({ text }) => text));
  const last = Math.max(0, ...entries.keys());
  const isFull = last + names.length > ENTRY_NUMBERS.max;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (names.length === 0 || isFull) return;
    const facts = names.map((name, index) => ({
      key: `entry:${last + index + 1}`,
      value: { name, seed: null, headStart: 0 },
    }));
    void tournaments.say(facts).then((isSaid) => {
      if (!isSaid) return;
      setTyped('');
      setTaken(new Set());
    });
  };
  return (
    <form className="tournament__part" noValidate onSubmit={submit}>
      <div className="field">
        <label className="field__label" htmlFor={id}>
          {tournamentDesk.players.paste}
        </label>
        <textarea
          className="field__control"
          id={id}
          dir="auto"
          rows={5}
          autoCapitalize="words"
          autoComplete="off"
          autoFocus={entries.size === 0}
          value={typed}
          aria-describedby={`${id}-help`}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className={isFull ? 'field__error' : 'field__hint'} id={`${id}-help`} role="status">
          {isFull
            ? formatMessage(tournamentDesk.players.full, { count: ENTRY_NUMBERS.max })
            : tournamentDesk.players.pasteHelp}
        </p>
      </div>
      {leftOut.size > 0 && (
        <fieldset className="tournament__left-out">
          <legend className="field__label">{tournamentDesk.players.leftOut}</legend>
          {[...leftOut].map((text) => (
            <label className="check check--framed" key={text}>
              <input
                type="checkbox"
                checked={taken.has(text)}
                onChange={({ currentTarget: { checked } }) =>
                  setTaken(new Set([...taken, text].filter((one) => checked || one !== text)))
                }
              />
              <bdi translate="no">{text}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      <div className="button-row">
        <button
          className={`button ${entries.size === 0 ? 'button--primary' : ''}`}
          type="submit"
          disabled={isSending || names.length === 0 || isFull}
        >
          {names.length === 0
            ? tournamentDesk.players.add
            : formatCount(tournamentDesk.players.addCount, names.length, texts.locale)}
        </button>
      </div>
    </form>
  );
};

/** The players of a tournament that isn't drawn, or all of a drawn one, each with its changes. */
export const Entries = (props: PartProps) => {
  const { evening, texts } = props;
  const { entries, format, out, draw } = evening;
  const [edited, setEdited] = useState<number | 'late' | null>(null);
  const { tournamentDesk } = texts;
  const numbers = [...entries.keys()].sort((one, other) => one - other);
  const names = numbers.map((entry) => entryName(entries, entry, texts));
  const withAhead = isGame(format.game) && formatOf(format.game).options.includes('handicap');
  return (
    <section className="panel tournament__part">
      <h2 className="subheading">
        {numbers.length === 0
          ? texts.tournament.players
          : formatCount(tournamentDesk.players.count, numbers.length, texts.locale)}
      </h2>
      {draw === null && <PasteNames {...props} />}
      {nearDoubles(names).map(([one, other]) => (
        <p className="alert" key={`${one}-${other}`}>
          {formatMessage(tournamentDesk.players.doubles, {
            one: isolated(names[one] ?? ''),
            other: isolated(names[other] ?? ''),
          })}
        </p>
      ))}
      {numbers.length > 0 && (
        <ol className="tournament__entries">
          {numbers.map((entry) => {
            const { seed, headStart } = entries.get(entry) ?? { seed: null, headStart: 0 };
            const notes = [
              ...(seed === null ? [] : [formatMessage(tournamentDesk.players.seeded, { number: seed })]),
              ...(headStart > 0 && withAhead
                ? [formatMessage(tournamentDesk.players.ahead, { count: isolated(`+${headStart}`) })]
                : []),
              ...(out.has(entry) ? [tournamentDesk.players.out] : []),
            ];
            return (
              <li key={entry}>
                <button
                  className="tournament__entry"
                  type="button"
                  aria-haspopup="dialog"
                  aria-label={formatMessage(tournamentDesk.players.edit, {
                    name: entryText(entries, entry, texts),
                  })}
                  onClick={() => setEdited(entry)}
                >
                  <bdi translate="no">{entryName(entries, entry, texts)}</bdi>
                  {notes.length > 0 && <span className="field__hint">{notes.join(' · ')}</span>}
                </button>
              </li>
            );
          })}
        </ol>
      )}
      {draw !== null && (
        <div className="button-row">
          <button className="button" type="button" aria-haspopup="dialog" onClick={() => setEdited('late')}>
            {tournamentDesk.players.late}
          </button>
        </div>
      )}
      {edited !== null && (
        <EntryDialog {...props} entry={edited === 'late' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </section>
  );
};
