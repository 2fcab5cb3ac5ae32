import { whenText } from '../../core/time/text.ts';
import { shownAlways } from '../../core/television/programme.ts';
import { isThere } from '../../core/television/presence.ts';
import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { Ask } from '../../kit/Ask.tsx';
import { tableName } from '../../kit/table-name.ts';
import { ChangeSetting } from './ChangeSetting.tsx';
import { PairedLine } from './PairedLine.tsx';
import type { PartProps, Television, TelevisionSetting } from './props.ts';
import { SettingFields } from './TelevisionSettings.tsx';

interface Props extends PartProps {
  readonly television: Television;
  /** Server time. */
  readonly now: number;
}

/** A television's programme, in texts.paired.television. */
const aboutOf = ({ texts, all, television: { programme, tableId } }: Props): string => {
  const table = all.find(({ id }) => id === tableId);
  const name = isolated(tableName(table?.title ?? '', texts));
  const always = shownAlways(programme);
  if (always === 'tables') return texts.paired.television.every;
  if (always === 'table') return formatMessage(texts.paired.television.one, { title: name });
  const turns = programme.turns.map((turn) =>
    turn === 'table' && table ? name : texts.paired.television.turns[turn],
  );
  return formatMessage(texts.paired.television.inTurn, { turns: turns.join(texts.match.comma) });
};

/** A paired television: its programme, whether it is online, and since when it is paired. */
export const TelevisionLine = (props: Props) => {
  const { texts, paired, television, now } = props;
  const title = television.title || texts.paired.television.unnamed;
  // The page's time is updated rarely, so a recent event may seem to be in the future.
  const time = (millis: number) => ({ time: whenText(millis, Math.max(now, millis), texts.locale) });
  const there = isThere(television, now);
  return (
    <PairedLine
      title={title}
      about={aboutOf(props)}
      isThere={there}
      seen={
        there
          ? texts.paired.television.there
          : formatMessage(texts.paired.seen, time(television.seenAtMillis))
      }
      since={formatMessage(texts.paired.television.since, time(television.pairedAtMillis))}
    >
      <ChangeSetting<TelevisionSetting>
        texts={texts}
        title={title}
        label={formatMessage(texts.paired.television.changeNamed, { title: isolated(title) })}
        setting={television}
        change={(setting) => paired.changeTelevision(television.id, setting)}
        fields={(setting, change) => <SettingFields {...props} setting={setting} change={change} />}
      />
      <Ask
        texts={texts}
        opener={{
          text: texts.paired.television.unpair,
          label: formatMessage(texts.paired.television.unpairNamed, { title: isolated(title) }),
        }}
        title={texts.paired.television.ask}
        confirm={texts.paired.television.confirm}
        change={() => paired.unpair(television.id)}
      >
        <p className="strong">
          <bdi translate="no">{title}</bdi>
        </p>
        <p>{texts.paired.television.warning}</p>
      </Ask>
    </PairedLine>
  );
};
