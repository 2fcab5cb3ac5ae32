import { useState } from 'react';
import { whenText } from '../../core/tables/links.ts';
import { isThere } from '../../core/television/presence.ts';
import { Dialog } from '../Dialog.tsx';
import { say } from '../say.ts';
import { Ask } from '../tables/Ask.tsx';
import { Problem } from '../tables/Problem.tsx';
import { useChange } from '../tables/useChange.ts';
import type { PartProps, Television } from './props.ts';
import { SettingFields } from './SettingFields.tsx';

interface Props extends PartProps {
  readonly television: Television;
  /** Server time. */
  readonly now: number;
}

/** Changes what a television is called and shows. */
const Change = (props: Props & { readonly onClose: () => void }) => {
  const { texts, common, televisions, television, onClose } = props;
  const [setting, setSetting] = useState(television);
  const { busy, failure, run } = useChange();
  const save = async (): Promise<void> => {
    if (await run(() => televisions.change(television.id, setting))) onClose();
  };
  return (
    <Dialog title={<bdi>{television.title || texts.unnamed}</bdi>} close={common.close} onClose={onClose}>
      <form
        className="televisions__form"
        action={() => {
          void save();
        }}
      >
        <SettingFields
          {...props}
          setting={setting}
          change={(changed) => setSetting({ ...setting, ...changed })}
        />
        <Problem failure={failure} texts={common} />
        <div className="button-row">
          <button className="button button--primary" type="submit" disabled={busy}>
            {texts.save}
          </button>
          <button className="button" type="button" onClick={onClose}>
            {common.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

/** A paired television: what it shows, whether it is there, since when it is paired. */
export const TelevisionLine = (props: Props) => {
  const { texts, common, tables, televisions, television, now } = props;
  const [changing, setChanging] = useState(false);
  const title = television.title || texts.unnamed;
  const table = tables.find(({ id }) => id === television.tableId);
  const name = table?.title ?? '';
  const time = (millis: number) => ({ time: whenText(millis, now, common.locale) });
  const there = isThere(television, now);
  const [before = '', after = ''] = texts.one.split('{{title}}');
  return (
    <li className="televisions__one">
      <div className="tables__grow">
        <p className="tables__strong">
          <bdi>{title}</bdi>
        </p>
        <p>
          {television.tableId === null ? (
            texts.every
          ) : (
            <>
              {before}
              <bdi>{name === '' ? common.unnamed : name}</bdi>
              {after}
            </>
          )}
        </p>
        <p className="field__hint">
          <span className={there ? 'televisions__there' : undefined}>
            {there ? texts.there : say(texts.seen, time(television.seenAtMillis))}
          </span>
          {' · '}
          {say(texts.since, time(television.pairedAtMillis))}
        </p>
      </div>
      <div className="button-row">
        <button
          className="button"
          type="button"
          aria-haspopup="dialog"
          aria-label={say(texts.changeNamed, { title })}
          onClick={() => setChanging(true)}
        >
          {texts.change}
        </button>
        <Ask
          common={common}
          opener={{ text: texts.unpair, label: say(texts.unpairNamed, { title }) }}
          title={texts.ask}
          confirm={texts.confirm}
          change={() => televisions.unpair(television.id)}
        >
          <p className="tables__strong">
            <bdi>{title}</bdi>
          </p>
          <p>{texts.warning}</p>
        </Ask>
      </div>
      {changing && <Change {...props} onClose={() => setChanging(false)} />}
    </li>
  );
};
