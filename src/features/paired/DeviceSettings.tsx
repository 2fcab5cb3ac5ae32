import { useId } from 'react';
import { useMay } from '../../kit/may.ts';
import { SelectField } from '../../kit/SelectField.tsx';
import { tableName } from '../../kit/table-name.ts';
import { NameField } from './NameField.tsx';
import type { DeviceSetting, PartProps } from './props.ts';

const ROLES = ['service', 'remote', 'admin'] as const;

interface Props extends Pick<PartProps, 'texts' | 'all'> {
  readonly setting: DeviceSetting;
  readonly change: (setting: DeviceSetting) => void;
}

/** The fields for a device's name and role. */
export const SettingFields = ({ texts, all, setting, change }: Props) => {
  const id = useId();
  // Only owners may export the account, and only they pair Admins.
  const isOwner = useMay().has('export_page');
  const shown = all.filter(({ id: table, archived }) => !archived || table === setting.tableId);
  const first = shown[0]?.id ?? null;
  const choose = (role: DeviceSetting['role']): void =>
    change({ ...setting, role, tableId: role === 'remote' ? (setting.tableId ?? first) : null });
  return (
    <>
      <NameField
        texts={texts}
        label={texts.paired.device.name}
        placeholder={texts.paired.device.roles[setting.role].title}
        value={setting.title}
        onType={(title) => change({ ...setting, title })}
      />
      <fieldset className="paired__roles">
        <legend className="field__label">{texts.paired.device.role}</legend>
        {ROLES.filter((role) => isOwner || role !== 'admin').map((role) => (
          <label key={role} className="check check--framed paired__check">
            <input
              type="radio"
              name={`${id}-role`}
              checked={setting.role === role}
              onChange={() => choose(role)}
            />
            <span>
              <span className="strong">{texts.paired.device.roles[role].title}</span>
              <span className="field__hint">{texts.paired.device.roles[role].text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {setting.role === 'remote' && (
        <SelectField
          label={texts.paired.device.table}
          value={setting.tableId ?? undefined}
          onChoose={(tableId) => change({ ...setting, tableId })}
        >
          {shown.map(({ id: table, title }) => (
            <option key={table} value={table}>
              {tableName(title, texts)}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
};
