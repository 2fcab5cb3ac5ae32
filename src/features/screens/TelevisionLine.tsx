import { whenText } from '../../core/tables/links.ts';
import { shownAlways } from '../../core/television/programme.ts';
import { isThere } from '../../core/television/presence.ts';
import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { Ask } from '../../kit/Ask.tsx';
import { tableName } from '../../kit/table-name.ts';
import { ChangeSetting } from './ChangeSetting.tsx';
import { PairedLine } from './PairedLine.tsx';
import type { PartProps, Setting, Television } from './television-props.ts';
import { SettingFields } from './TelevisionSettings.tsx';

interface Props extends PartProps {
  readonly television: Television;
  /** Server time. */
  readonly now: number;
}

/** A television's programme, in words. */
const aboutOf = ({ texts, tables, television: { programme, tableId } }: Props): string => {
  const table = tables.find(({ id }) => id === tableId);
  const name = isolated(tableName(table?.title ?? '', texts));
  const always = shownAlways(programme);
  if (always === 'tables') return texts.televisions.every;
  if (always === 'table') return formatMessage(texts.televisions.one, { title: name });
  const turns = programme.turns.map((turn) =>
    turn === 'table' && table ? name : texts.televisions.turns[turn],
  );
  return formatMessage(texts.televisions.inTurn, { turns: turns.join(texts.match.comma) });
};

/** A paired television: its programme, whether it is online, and since when it is paired. */
export const TelevisionLine = (props: Props) => {
  const { texts, televisions, television, now } = props;
  const title = television.title || texts.televisions.unnamed;
  // The page's time is updated rarely, so a recent event may seem to be in the future.
  const time = (millis: number) => ({ time: whenText(millis, Math.max(now, millis), texts.locale) });
  const there = isThere(television, now);
  return (
    <PairedLine
      title={title}
      about={aboutOf(props)}
      isThere={there}
      seen={
        there ? texts.televisions.there : formatMessage(texts.televisions.seen, time(television.seenAtMillis))
      }
      since={formatMessage(texts.televisions.since, time(television.pairedAtMillis))}
    >
      <ChangeSetting<Setting>
        texts={texts}
        title={title}
        opener={{
          text: texts.televisions.change,
          label: formatMessage(texts.televisions.changeNamed, { title: isolated(title) }),
        }}
        save={texts.televisions.save}
        setting={television}
        change={(setting) => televisions.change(television.id, setting)}
        fields={(setting, change) => <SettingFields {...props} setting={setting} change={change} />}
      />
      <Ask
        texts={texts}
        opener={{
          text: texts.televisions.unpair,
          label: formatMessage(texts.televisions.unpairNamed, { title: isolated(title) }),
        }}
        title={texts.televisions.ask}
        confirm={texts.televisions.confirm}
        change={() => televisions.unpair(television.id)}
      >
        <p className="strong">
          <bdi translate="no">{title}</bdi>
        </p>
        <p>{texts.televisions.warning}</p>
      </Ask>
    </PairedLine>
  );
};
