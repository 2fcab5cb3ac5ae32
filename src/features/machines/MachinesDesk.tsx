import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import type { Table } from '../../backend/contract.ts';
import type { Links, LinksView, LinkUse } from '../tables/links.ts';
import type { Tables } from '../tables/tables.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { NetworkNote, useOnNetwork } from '../../kit/NetworkNote.tsx';
import { CopyLink } from '../../kit/CopyLink.tsx';
import { LinkList } from '../tables/LinkList.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { useRoughTime } from '../../kit/useAt.ts';
import { useChange } from '../../kit/useChange.ts';
import { useNameLimit } from '../../kit/useNameLimit.ts';
import type { Elements } from '../../kit/elements.ts';
import { buttonMoves, moveText, type ButtonMove } from './moves.ts';
import { LoadState } from '../../kit/LoadState.tsx';

type Kind = Exclude<LinkUse['kind'], 'scorer'>;

export interface MachinesDeskProps {
  readonly venue: { readonly tables: Tables; readonly linksOf: (tableId: string) => Links };
  readonly table: Table;
  readonly texts: ScreenTexts;
}

interface PartProps {
  readonly texts: ScreenTexts;
  readonly links: Links;
}

const copyingOf = ({ machines }: ScreenTexts) => ({ copied: machines.copied, failed: machines.copyFailed });

/** A new key or address, shown only this once. */
const NewSecret = ({
  texts,
  links,
  added,
  copy,
}: PartProps & { readonly added: NonNullable<LinksView['added']>; readonly copy: string }) => {
  // Only addresses contain the service's URL, not keys.
  const address = added.address.replace(links.service, useOnNetwork(links.service));
  return (
    <div className="new-link">
      <div className="new-link__text">
        {added.label && (
          <p className="strong">
            <bdi translate="no">{added.label}</bdi>
          </p>
        )}
        <p>{texts.machines.once}</p>
        {added.kind === 'button' && <NetworkNote texts={texts} />}
        <CopyLink
          texts={copyingOf(texts)}
          label={copy}
          address={address}
          copyText={links.copyText}
          testId={`new-${added.kind}`}
        >
          <button className="button button--quiet" type="button" onClick={links.hideAdded}>
            {texts.tables.links.done}
          </button>
        </CopyLink>
      </div>
    </div>
  );
};

/** A form for a key or an address: its name, and its other fields. */
const NewForm = ({
  texts,
  links,
  label: labelText,
  create,
  use,
  children,
}: PartProps & {
  readonly label: string;
  readonly create: string;
  readonly use: LinkUse;
  readonly children?: Elements;
}) => {
  const [label, setLabel] = useState('');
  const { limited, cut } = useNameLimit(texts);
  const { busy, failure, run } = useChange();
  const id = useId();
  const add = async (): Promise<void> => {
    if (await run(() => links.add(label, null, use))) setLabel('');
  };
  return (
    <form
      className="form-row"
      // With a form action, React would reset the select to its first choice.
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {children}
      <div className="field grow">
        <label className="field__label" htmlFor={id}>
          {labelText}
        </label>
        <input
          className="field__control"
          id={id}
          dir="auto"
          autoComplete="off"
          value={label}
          aria-describedby={`${id}-cut`}
          onChange={(event) => setLabel(limited(event.currentTarget.value))}
        />
      </div>
      <button className="button" type="submit" disabled={busy}>
        {create}
      </button>
      <p className="field__hint wide" id={`${id}-cut`} role="status">
        {cut && <span>{cut}</span>}
      </p>
      <Problem failure={failure} texts={texts} />
    </form>
  );
};

interface SectionProps extends PartProps {
  readonly kind: Kind;
  readonly now: number;
  readonly words: Readonly<Record<'title' | 'help' | 'none' | 'copy', string>>;
  readonly children: Elements;
}

/** The keys or buttons of a table, and the form to add one. */
const Section = ({ texts, links, kind, now, words, children }: SectionProps) => {
  const { links: all, failure, added } = useStore(links.$links, { ssr: 'initial' });
  const listed = all?.filter((link) => link.kind === kind);
  const id = useId();
  return (
    <section className="panel machines__part" aria-labelledby={id}>
      <h2 className="heading" id={id}>
        {words.title}
      </h2>
      <p className="field__hint">{words.help}</p>
      {added?.kind === kind && (
        <NewSecret key={added.id} texts={texts} links={links} added={added} copy={words.copy} />
      )}
      {listed && (
        <LinkList
          {...{ texts, links, listed, now }}
          revoking={texts.machines.revoking}
          {...(kind === 'button' && {
            does: (link) => (link.kind === 'button' ? moveText(texts, link) : ''),
          })}
        />
      )}
      {!listed && (
        <LoadState
          texts={texts}
          isLoaded={false}
          failure={failure}
          failed={texts.tables.loadFailed}
          retry={links.refresh}
        />
      )}
      <p role="status" className="field__hint">
        {listed?.length === 0 && <span>{words.none}</span>}
      </p>
      {children}
    </section>
  );
};

const MoveChoice = ({
  texts,
  moves,
  chosen,
  choose,
}: {
  readonly texts: ScreenTexts;
  readonly moves: readonly ButtonMove[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
}) => {
  const id = useId();
  return (
    <div className="field grow">
      <label className="field__label" htmlFor={id}>
        {texts.machines.buttons.move}
      </label>
      <select
        className="field__control"
        id={id}
        value={chosen}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {moves.map((move, index) => (
          <option key={index} value={index}>
            {moveText(texts, move)}
          </option>
        ))}
      </select>
    </div>
  );
};

/** A table's machine keys and button addresses: create, show once, revoke. */
export default function MachinesDesk({ venue: { linksOf, tables }, table, texts }: MachinesDeskProps) {
  const [links] = useState(() => linksOf(table.id));
  const [chosen, choose] = useState(0);
  const now = useRoughTime(tables.$serverMillis);
  const service = useOnNetwork(links.service);
  const { machines } = texts;
  const moves = buttonMoves(table.match.game);
  const move = moves[Math.min(chosen, moves.length - 1)] ?? { move: 'undo', fields: {} };
  return (
    <div className="stack">
      <p className="intro">{texts.tables.machines.intro}</p>
      <Section {...{ texts, links, now }} kind="button" words={machines.buttons}>
        <p className="field__hint">{machines.buttons.careful}</p>
        <NewForm
          {...{ texts, links }}
          label={machines.buttons.label}
          create={machines.buttons.create}
          use={{ kind: 'button', ...move }}
        >
          <MoveChoice texts={texts} moves={moves} chosen={moves.indexOf(move)} choose={choose} />
        </NewForm>
      </Section>
      <Section {...{ texts, links, now }} kind="machine" words={machines.keys}>
        <NewForm
          {...{ texts, links }}
          label={machines.keys.label}
          create={machines.keys.create}
          use={{ kind: 'machine' }}
        />
      </Section>
      <section className="panel machines__part" aria-labelledby="machines-service">
        <h2 className="heading" id="machines-service">
          {machines.service.title}
        </h2>
        <p className="field__hint">{machines.service.help}</p>
        <NetworkNote texts={texts} />
        <CopyLink
          texts={copyingOf(texts)}
          label={machines.service.copy}
          address={service}
          copyText={links.copyText}
        >
          <a
            className="button button--quiet"
            href={`${service}/openapi.json`}
            target="_blank"
            rel="noreferrer"
          >
            {machines.service.open}
          </a>
        </CopyLink>
      </section>
    </div>
  );
}
