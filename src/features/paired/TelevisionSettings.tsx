import { useId, useState } from 'react';
import { THEMES } from '../../core/overlay/board.ts';
import {
  TELEVISION_DESIGNS,
  televisionLook,
  televisionQuery,
  type TelevisionLook,
} from '../../core/television/look.ts';
import { LOCALE_NAMES, LOCALES } from '../../i18n/locales.ts';
import { formatMessage } from '../../i18n/format.ts';
import { oneOf } from '../../rules/read.ts';
import { SelectField } from '../../kit/SelectField.tsx';
import { isolated } from '../../i18n/isolated.ts';
import { tableName } from '../../kit/table-name.ts';
import { NameField } from './NameField.tsx';
import { ProgrammeFields } from './ProgrammeFields.tsx';
import { alwaysShowing, FIRST_PROGRAMME, shownAlways } from '../../core/television/programme.ts';
import type { PartProps, TelevisionSetting } from './props.ts';

interface Props extends Pick<PartProps, 'texts' | 'all'> {
  readonly setting: TelevisionSetting;
  readonly change: (setting: TelevisionSetting) => void;
}

/** The option for a programme, among the tables' ids. */
const PROGRAMME = 'programme';

/** The fields for a television's name, programme and look. */
export const SettingFields = ({ texts, all, setting, change }: Props) => {
  const chimeHelp = useId();
  const look = televisionLook(setting.query, texts.locale);
  const changeLook = (changes: Partial<TelevisionLook>): void =>
    change({ ...setting, query: televisionQuery({ ...look, ...changes }) });
  // Archived tables can't be picked, but an existing choice is kept.
  const shown = all.filter(({ id: table, archived }) => !archived || table === setting.tableId);
  const choices = shown.map(({ id: value, title, archived }) => {
    const name = tableName(title, texts);
    return {
      value,
      text: archived ? formatMessage(texts.paired.television.archived, { title: isolated(name) }) : name,
    };
  });
  const always = shownAlways(setting.programme);
  // Keeps the turns open while the user unticks all but one of them.
  const [isInTurn, setInTurn] = useState(always !== 'tables' && always !== 'table');
  return (
    <div className="paired__fields">
      <NameField
        texts={texts}
        label={texts.paired.television.name}
        value={setting.title}
        onType={(title) => change({ ...setting, title })}
      />
      <SelectField
        label={texts.paired.television.shows}
        value={isInTurn ? PROGRAMME : always === 'table' ? (setting.tableId ?? '') : ''}
        onChoose={(chosen) => {
          setInTurn(chosen === PROGRAMME);
          if (chosen === PROGRAMME) change({ ...setting, programme: FIRST_PROGRAMME });
          else if (chosen === '') change({ ...setting, programme: alwaysShowing('tables'), tableId: null });
          else change({ ...setting, programme: alwaysShowing('table'), tableId: chosen });
        }}
      >
        <option value="">{texts.paired.television.all}</option>
        <option value={PROGRAMME}>{texts.paired.television.programme}</option>
        {choices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      {isInTurn && (
        <ProgrammeFields
          texts={texts}
          programme={setting.programme}
          tableId={setting.tableId}
          choices={choices}
          change={(changes) => change({ ...setting, ...changes })}
        />
      )}
      <SelectField
        label={texts.paired.television.design}
        value={look.design}
        onChoose={(design) => oneOf(TELEVISION_DESIGNS, design) && changeLook({ design })}
      >
        {TELEVISION_DESIGNS.map((value) => (
          <option key={value} value={value}>
            {texts.look.designs[value]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.paired.television.theme}
        value={look.theme}
        onChoose={(theme) => oneOf(THEMES, theme) && changeLook({ theme })}
      >
        {THEMES.map((value) => (
          <option key={value} value={value}>
            {texts.paired.television[value]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.paired.television.language}
        value={look.locale}
        onChoose={(chosen) => oneOf(LOCALE_NAMES, chosen) && changeLook({ locale: chosen })}
      >
        {LOCALE_NAMES.map((value) => (
          <option key={value} value={value}>
            {LOCALES[value].label}
          </option>
        ))}
      </SelectField>
      <label className="check paired__check">
        <input
          type="checkbox"
          checked={look.sponsors}
          onChange={(event) => changeLook({ sponsors: event.currentTarget.checked })}
        />
        <span>{texts.paired.television.sponsors}</span>
      </label>
      <div className="field paired__wide">
        <label className="check paired__check">
          <input
            type="checkbox"
            checked={look.chime}
            aria-describedby={chimeHelp}
            onChange={(event) => changeLook({ chime: event.currentTarget.checked })}
          />
          <span>{texts.paired.television.chime}</span>
        </label>
        <p className="field__hint" id={chimeHelp}>
          {texts.paired.television.chimeHelp}
        </p>
      </div>
    </div>
  );
};
