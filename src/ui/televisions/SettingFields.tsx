import { useId } from 'react';
import { THEMES } from '../../core/overlay/board.ts';
import { limitName } from '../../core/overlay/name.ts';
import { DESIGNS, type Look } from '../../core/overlay/look.ts';
import { televisionLook, televisionQuery, type TelevisionLook } from '../../core/television/look.ts';
import { LOCALE_NAMES, LOCALES } from '../../i18n/locales.ts';
import { say } from '../../i18n/say.ts';
import { isolated } from '../../core/isolated.ts';
import { tableName } from '../tables/table-name.ts';
import { ProgrammeFields } from './ProgrammeFields.tsx';
import { FIRST_PROGRAMME } from '../../core/television/programme.ts';
import type { PartProps, Setting } from './props.ts';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly text: string }[];
  readonly choose: (value: Value) => void;
}

const Choice = <Value extends string>({ label, value, choices, choose }: ChoiceProps<Value>) => {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <select
        className="field__control"
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = choices.find((choice) => choice.value === currentTarget.value);
          if (chosen) choose(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </select>
    </div>
  );
};

interface Props extends Pick<PartProps, 'texts' | 'locale' | 'tables'> {
  readonly setting: Setting;
  readonly change: (setting: Setting) => void;
}

/** Stands for a programme among the tables' ids. */
const PROGRAMME = 'programme';

/** What a television is called, what it shows, and in which look. */
export const SettingFields = ({ texts, locale, tables, setting, change }: Props) => {
  const id = useId();
  const look: Look = televisionLook(setting.query, locale);
  const changeLook = (changes: Partial<TelevisionLook>): void =>
    change({ ...setting, query: televisionQuery({ ...look, ...changes }) });
  // An archived table is chosen no more, but stays where it was.
  const shown = tables.filter(({ id: table, archived }) => !archived || table === setting.tableId);
  const choices = shown.map(({ id: value, title, archived }) => {
    const name = tableName(title, texts);
    return { value, text: archived ? say(texts.televisions.archived, { title: isolated(name) }) : name };
  });
  return (
    <div className="televisions__fields">
      <div className="field">
        <label className="field__label" htmlFor={`${id}-name`}>
          {texts.televisions.name}
        </label>
        <input
          className="field__control"
          id={`${id}-name`}
          dir="auto"
          autoComplete="off"
          value={setting.title}
          onChange={(event) => change({ ...setting, title: limitName(event.currentTarget.value).name })}
        />
      </div>
      <Choice
        label={texts.televisions.shows}
        value={setting.programme ? PROGRAMME : (setting.tableId ?? '')}
        choices={[
          { value: '', text: texts.televisions.all },
          { value: PROGRAMME, text: texts.televisions.programme },
          ...choices,
        ]}
        choose={(chosen) =>
          change(
            chosen === PROGRAMME
              ? { ...setting, programme: FIRST_PROGRAMME }
              : { ...setting, programme: null, tableId: chosen === '' ? null : chosen },
          )
        }
      />
      {setting.programme && (
        <ProgrammeFields
          texts={texts}
          programme={setting.programme}
          tableId={setting.tableId}
          choices={choices}
          change={(changes) => change({ ...setting, ...changes })}
        />
      )}
      <Choice
        label={texts.televisions.design}
        value={look.design}
        choices={DESIGNS.map((value) => ({ value, text: texts.air.designs[value] }))}
        choose={(design) => changeLook({ design })}
      />
      <Choice
        label={texts.televisions.theme}
        value={look.theme}
        choices={THEMES.map((value) => ({ value, text: texts.televisions[value] }))}
        choose={(theme) => changeLook({ theme })}
      />
      <Choice
        label={texts.televisions.language}
        value={look.locale}
        choices={LOCALE_NAMES.map((value) => ({ value, text: LOCALES[value].label }))}
        choose={(chosen) => changeLook({ locale: chosen })}
      />
      <label className="televisions__check">
        <input
          type="checkbox"
          checked={look.sponsors}
          onChange={(event) => changeLook({ sponsors: event.currentTarget.checked })}
        />
        {texts.televisions.sponsors}
      </label>
    </div>
  );
};
