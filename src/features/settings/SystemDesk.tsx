import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { sizeText } from '../../core/size.ts';
import { whenText } from '../../core/time/text.ts';
import { isThere } from '../../core/television/presence.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import type { HealthView, ServerHealth } from './health.ts';
import type { Tables } from '../tables/tables.ts';
import type { Paired } from '../paired/paired.ts';
import type { WordsAt } from '../../browser/fetched-json.ts';
import { LazyTexts } from '../../kit/LazyTexts.tsx';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { PairedLine } from '../paired/PairedLine.tsx';
import { ScreensLine } from '../tables/ScreensLine.tsx';
import { tableName } from '../../kit/table-name.ts';
import { useRoughTime } from '../../kit/useAt.ts';
import { LoadState } from '../../kit/LoadState.tsx';

interface Props {
  readonly venue: {
    readonly health: ServerHealth;
    readonly paired: Paired;
    readonly tables: Tables;
    readonly wordsAt: WordsAt;
  };
  readonly texts: ScreenTexts;
}

interface PartProps extends Props {
  readonly texts: ScreenTexts & TextsOf<'system' | 'paired'>;
  /** Server time. */
  readonly now: number;
}

type Health = NonNullable<HealthView['health']>;

interface FactsProps extends Pick<PartProps, 'texts' | 'now'> {
  readonly health: Health;
}

/** The server's version, disk and backups, and what to do about any trouble. */
const Facts = ({ texts: { system, locale }, now, health }: FactsProps) => {
  const { troubles, version, freeBytes, copy, second } = health;
  const taken = ({ lastMillis }: NonNullable<Health['copy']>): string =>
    lastMillis === null ? system.noneYet : whenText(lastMillis, Math.max(now, lastMillis), locale);
  const facts = [
    [
      system.version,
      <bdi translate="no" key="version">
        {version}
      </bdi>,
    ],
    [system.free, sizeText(freeBytes, locale)],
    [system.copy, copy ? taken(copy) : system.noCopies],
    [system.second, second ? taken(second) : system.noSecond],
  ] as const;
  return (
    <>
      {troubles.length === 0 && <p className="status alert--success">{system.fine}</p>}
      {troubles.map((trouble) => (
        <p key={trouble} className="alert alert--error">
          {system.troubles[trouble]}
        </p>
      ))}
      {troubles.length > 0 && <p className="field__hint">{system.doctor}</p>}
      <dl className="facts">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {copy && !second && <p className="field__hint">{system.noSecondHelp}</p>}
    </>
  );
};

/** The server's health. */
const Server = ({ venue: { health: server }, texts, now }: PartProps) => {
  const { health, failure } = useStore(server.$health, { ssr: 'initial' });
  return (
    <>
      <LoadState
        texts={texts}
        isLoaded={health !== undefined}
        failure={failure}
        failed={texts.system.loadFailed}
        retry={server.refresh}
      />
      {health === null && <p>{texts.system.hosted}</p>}
      {health && <Facts texts={texts} now={now} health={health} />}
    </>
  );
};

/** The tables with outdated screens, and the offline televisions and devices. */
const Behind = ({ venue: { paired, tables }, texts, now }: PartProps) => {
  const { system } = texts;
  const lists = [
    useStore(tables.$tables, { ssr: 'initial' }),
    useStore(paired.$paired, { ssr: 'initial' }),
  ] as const;
  const [{ tables: all }, { listed }] = lists;
  const failure = lists.find((list) => list.failure)?.failure;
  if (!all || !listed) {
    return (
      <LoadState
        texts={texts}
        isLoaded={false}
        failure={failure ?? null}
        failed={system.listsFailed}
        retry={() => Promise.all([tables.refresh(), paired.refresh()])}
      />
    );
  }
  const late = all.filter(({ archived, screens }) => !archived && (screens.behind ?? 0) > 0);
  const silent = [
    ...listed.televisions.map((one) => ({
      ...one,
      title: one.title || texts.paired.television.unnamed,
      about: system.television,
    })),
    ...listed.devices.filter(({ removed }) => !removed).map((one) => ({ ...one, about: system.device })),
  ].filter((one) => !isThere(one, now));
  return (
    <>
      <div role="status">
        {failure && <p className="alert">{texts.dashboard.notFresh}</p>}
        {late.length + silent.length === 0 && <p className="status alert--success">{system.noneBehind}</p>}
      </div>
      <ul className="lines">
        {late.map(({ id, title, screens }) => (
          <li key={id} className="entry">
            <div className="grow">
              <p className="strong">
                <bdi translate="no">{tableName(title, texts)}</bdi>
              </p>
              <ScreensLine texts={texts} screens={screens} />
            </div>
          </li>
        ))}
        {silent.map(({ id, title, about, seenAtMillis }) => (
          <PairedLine
            key={id}
            {...{ title, about, isThere: false }}
            seen={formatMessage(texts.paired.seen, { time: whenText(seenAtMillis, now, texts.locale) })}
          />
        ))}
      </ul>
      {listed.devices.length > 0 && <p className="field__hint">{system.locked}</p>}
    </>
  );
};

const Loaded = (props: Omit<PartProps, 'now'>) => {
  const now = useRoughTime(props.venue.tables.$serverMillis);
  const id = useId();
  const { system } = props.texts;
  return (
    <div className="stack">
      <div className="parts">
        <section className="panel part" aria-labelledby={`${id}-server`}>
          <h2 className="heading" id={`${id}-server`}>
            {system.server}
          </h2>
          <Server {...props} now={now} />
        </section>
        <section className="panel part" aria-labelledby={`${id}-behind`}>
          <h2 className="heading" id={`${id}-behind`}>
            {system.behind}
          </h2>
          <Behind {...props} now={now} />
        </section>
      </div>
    </div>
  );
};

/** The health of the venue's server, and the outdated or offline screens and devices. */
export default function SystemDesk({ venue, texts }: Props) {
  return (
    <LazyTexts wordsAt={venue.wordsAt} texts={texts} name="system">
      {(own) => (
        <LazyTexts wordsAt={venue.wordsAt} texts={own} name="paired">
          {(all) => <Loaded venue={venue} texts={all} />}
        </LazyTexts>
      )}
    </LazyTexts>
  );
}
