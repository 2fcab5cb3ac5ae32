import { screenTitle } from '../../core/branding/branding.ts';
import { useMay } from '../../kit/may.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { useEffect, useId, useState } from 'react';
import type { Failure } from '../../core/failure.ts';
import { tableFragment } from '../../core/venue/fragment.ts';
import type { Seat } from '../../core/room/table-state.ts';
import { namesOf } from '../../core/room/party.ts';
import { TABLE_KINDS } from '../../rules/table-kind.ts';
import { sorted } from '../../core/tables/order.ts';
import type { Links } from './links.ts';
import type { Room } from '../room/room.ts';
import type { Tables, TablesView } from './tables.ts';
import { formatMessage } from '../../i18n/format.ts';
import { Ask } from '../../kit/Ask.tsx';
import { Choice } from '../match/Choice.tsx';
import { CopyLink } from '../../kit/CopyLink.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { partyName } from '../room/words.ts';
import { Problem } from '../../kit/Problem.tsx';
import { QueuedFor } from './QueuedFor.tsx';
import { ScorerLinks } from './ScorerLinks.tsx';
import { ScreensLine } from './ScreensLine.tsx';
import { tableName } from '../../kit/table-name.ts';
import { TitleForm } from '../../kit/TitleForm.tsx';
import { useChange } from '../../kit/useChange.ts';

export { default as styles } from '../../styles/table-settings.scss?inline';

type Table = NonNullable<TablesView['tables']>[number];

interface Props {
  readonly texts: VenueTexts;
  readonly tables: Tables;
  readonly all: readonly Table[];
  readonly table: Table;
  readonly room: Room;
  readonly linksOf: (tableId: string) => Links;
  readonly onClose: () => void;
}

interface ReplaceProps extends Pick<Props, 'texts'> {
  readonly replace: () => Promise<Failure | null>;
}

/** Replaces a table's overlay link after a confirmation: the old one stops working at once. */
const ReplaceLink = ({ texts, replace }: ReplaceProps) => (
  <Ask
    texts={texts}
    opener={{ text: texts.tables.overlay.replace, className: 'button button--quiet' }}
    title={texts.tables.overlay.ask}
    confirm={texts.tables.overlay.confirm}
    change={replace}
  >
    <p>{texts.tables.overlay.warning}</p>
  </Ask>
);

/** A table's name, place, overlay link and scorer links. */
export const TableSettings = ({ texts, tables, room, all, table, linksOf, onClose }: Props) => {
  const may = useMay();
  const [links] = useState(() => linksOf(table.id));
  // Away from the list, how many screens a table has may be a minute old.
  useEffect(() => void tables.refresh(), [tables]);
  const setting = useChange();
  const ordering = useChange();
  const id = useId();
  const title = tableName(table.title, texts);
  const { inUse } = sorted(all);
  const place = inUse.findIndex((other) => other.id === table.id) + 1;
  const { party, called } = table.facts;
  const { partyThen, calledThen } = texts.room.settings;
  const seatName = (seat: Seat): string =>
    namesOf(seat).length === 0 ? texts.room.somebody : partyName(seat, texts);
  const archive = async (): Promise<Failure | null> => {
    const failed = await tables.archive(table.id, true);
    if (!failed) onClose();
    return failed;
  };
  return (
    <Dialog settings title={<bdi translate="no">{title}</bdi>} close={texts.tables.close} onClose={onClose}>
      {may.has('update_table') && (
        <TitleForm
          texts={texts}
          label={texts.tables.settings.name}
          button={texts.tables.settings.rename}
          initial={screenTitle(table.title, texts.overlay.numberedTable)}
          submit={(title) => tables.rename(table.id, title)}
        />
      )}
      {may.has('update_table') && (
        <section className="tables__part">
          <Choice
            legend={texts.room.settings.kind}
            options={TABLE_KINDS.map((kind) => ({ value: kind, label: texts.room.wants[kind] }))}
            value={table.kind}
            disabled={setting.busy}
            onChoose={(kind) => void setting.run(() => tables.set(table.id, { kind }))}
          />
          <label className="check">
            <input
              type="checkbox"
              checked={table.facts.outOfUse}
              disabled={setting.busy}
              onChange={(event) => {
                const outOfUse = event.currentTarget.checked;
                void setting.run(() => tables.set(table.id, { outOfUse }));
              }}
            />
            <span>{texts.room.settings.outOfUse}</span>
          </label>
          {table.facts.outOfUse && <QueuedFor texts={texts} room={room} tableId={table.id} />}
          <Problem failure={setting.failure} texts={texts} />
        </section>
      )}
      {inUse.length > 1 && may.has('order_tables') && (
        <section className="tables__part" aria-labelledby={`${id}-order`}>
          <h3 className="subheading" id={`${id}-order`}>
            {texts.tables.settings.order}
          </h3>
          <div className="button-row tables__order">
            <button
              className="button"
              type="button"
              aria-disabled={ordering.busy || place <= 1}
              onClick={() => void ordering.run(() => tables.move(table.id, -1))}
            >
              {texts.tables.settings.earlier}
            </button>
            <button
              className="button"
              type="button"
              aria-disabled={ordering.busy || place >= inUse.length}
              onClick={() => void ordering.run(() => tables.move(table.id, 1))}
            >
              {texts.tables.settings.later}
            </button>
            <p role="status">{formatMessage(texts.tables.settings.place, { place, count: inUse.length })}</p>
          </div>
          <Problem failure={ordering.failure} texts={texts} />
        </section>
      )}
      {may.has('replace_overlay_link') && (
        <section className="tables__part" aria-labelledby={`${id}-overlay`}>
          <h3 className="subheading" id={`${id}-overlay`}>
            {texts.tables.overlay.title}
          </h3>
          <CopyLink
            texts={texts.tables.copying}
            label={texts.tables.overlay.copy}
            address={tables.overlayLink(table)}
            copyText={tables.copyText}
          >
            <ReplaceLink texts={texts} replace={() => tables.replaceOverlayLink(table.id)} />
          </CopyLink>
          <ScreensLine texts={texts} screens={table.screens} />
        </section>
      )}
      {may.has('add_scorer_link') && (
        <ScorerLinks texts={texts} links={links} title={title} $serverMillis={tables.$serverMillis} />
      )}
      {may.has('update_table') && (
        <>
          <section className="tables__part" aria-labelledby={`${id}-machines`}>
            <h3 className="subheading" id={`${id}-machines`}>
              {texts.dashboard.screens.machines}
            </h3>
            <p className="field__hint">{texts.tables.machines.intro}</p>
            <div className="button-row">
              <a className="button" href={tableFragment(table.id, 'machines')}>
                {texts.tables.machines.open}
              </a>
            </div>
          </section>
          <section className="tables__part">
            <Ask
              texts={texts}
              opener={{ text: texts.tables.settings.archive }}
              title={texts.tables.settings.archiveAsk}
              confirm={texts.tables.settings.archive}
              change={archive}
            >
              <p className="strong">
                <bdi translate="no">{title}</bdi>
              </p>
              <p>{texts.tables.settings.archiveHelp}</p>
              {party && <p>{formatMessage(partyThen, { name: seatName(party) })}</p>}
              {called && <p>{formatMessage(calledThen, { name: seatName(called) })}</p>}
              <QueuedFor texts={texts} room={room} tableId={table.id} isArchiving />
            </Ask>
          </section>
        </>
      )}
    </Dialog>
  );
};
