import { useState } from 'react';
import type { Failure } from '../../core/failure.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { useChange } from '../../kit/useChange.ts';
import type { Elements } from '../../kit/elements.ts';
import type { PartProps } from './props.ts';

interface Props<Setting> {
  readonly texts: PartProps['texts'];
  /** The television's or device's name. */
  readonly title: string;
  /** The label of the key that opens the form. */
  readonly label: string;
  /** The current setting. */
  readonly setting: Setting;
  readonly change: (setting: Setting) => Promise<Failure | null>;
  readonly fields: (setting: Setting, change: (setting: Setting) => void) => Elements;
}

const Form = <Setting,>(props: Props<Setting> & { readonly onClose: () => void }) => {
  const { texts, title, change, fields, onClose } = props;
  const [setting, setSetting] = useState(props.setting);
  const { busy, failure, run } = useChange();
  const submit = async (): Promise<void> => {
    if (await run(() => change(setting))) onClose();
  };
  return (
    <Dialog settings title={<bdi translate="no">{title}</bdi>} close={texts.tables.close} onClose={onClose}>
      <form
        className="paired__form"
        action={() => {
          void submit();
        }}
      >
        {fields(setting, setSetting)}
        <Problem failure={failure} texts={texts} />
        <div className="button-row">
          <button className="button button--primary" type="submit" disabled={busy}>
            {texts.paired.save}
          </button>
          <button className="button" type="button" onClick={onClose}>
            {texts.tables.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

/** Changes the name and setting of a television or device. */
export const ChangeSetting = <Setting,>(props: Props<Setting>) => {
  const [changing, setChanging] = useState(false);
  const { texts, label } = props;
  return (
    <>
      <button
        className="button"
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        onClick={() => setChanging(true)}
      >
        {texts.paired.change}
      </button>
      {changing && <Form {...props} onClose={() => setChanging(false)} />}
    </>
  );
};
