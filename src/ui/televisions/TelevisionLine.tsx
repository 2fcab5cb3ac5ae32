import { useState } from 'react';
import { whenText } from '../../core/tables/links.ts';
import { isThere } from '../../core/television/presence.ts';
import { Dialog } from '../Dialog.tsx';
import { say } from '../../i18n/say.ts';
import { isolated } from '../../core/isolated.ts';
import { Ask } from '../tables/Ask.tsx';
import { Problem } from '../tables/Problem.tsx';
import { tableName } from '../tables/table-name.ts';
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
  const { texts, televisions, television, onClose } = props;
  const [setting, setSetting] = useState(television);
  const { busy, failure, run } = useChange();
  const save = async (): Promise<void> => {
    if (await run(() => televisions.change(television.id, setting))) onClose();
  };
  return (
    <Dialog
      title={<bdi>{television.title || texts.televisions.unnamed}</bdi>}
      close={texts.tables.close}
      onClose={onClose}
    >
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
        <Problem failure={failure} texts={texts} />
        <div className="button-row">
          <button className="button button--primary" type="submit" disabled={busy}>
            {texts.televisions.save}
          </button>
          <button className="button" type="button" onClick={onClose}>
            {texts.tables.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

/** A paired television: what it shows, whether it is there, since when it is paired. */
export const TelevisionLine = (props: Props) => {
  const { texts, tables, televisions, television, now } = props;
  const [changing, setChanging] = useState(false);
  const title = television.title || texts.televisions.unnamed;
  const table = tables.find(({ id }) => id === television.tableId);
  const name = tableName(table?.title ?? '', texts);
  const time = (millis: number) => ({ time: whenText(millis, now, texts.locale) });
  const there = isThere(television, now);
  const [before = '', after = ''] = texts.televisions.one.split('{{title}}');
  return (
    <li className="televisions__one">
      <div className="tables__grow">
        <p className="tables__strong">
          <bdi>{title}</bdi>
        </p>
        <p>
          {television.programme ? (
            say(texts.televisions.inTurn, {
              turns: television.programme.turns
                .map((turn) => (turn === 'table' && table ? isolated(name) : texts.televisions.turns[turn]))
                .join(texts.match.comma),
            })
          ) : television.tableId === null ? (
            texts.televisions.every
          ) : (
            <>
              {before}
              <bdi>{name}</bdi>
              {after}
            </>
          )}
        </p>
        <p className="field__hint">
          <span className={there ? 'televisions__there' : undefined}>
            {there ? texts.televisions.there : say(texts.televisions.seen, time(television.seenAtMillis))}
          </span>
          {' · '}
          {say(texts.televisions.since, time(television.pairedAtMillis))}
        </p>
      </div>
      <div className="button-row">
        <button
          className="button"
          type="button"
          aria-haspopup="dialog"
          aria-label={say(texts.televisions.changeNamed, { title: isolated(title) })}
          onClick={() => setChanging(true)}
        >
          {texts.televisions.change}
        </button>
        <Ask
          texts={texts}
          opener={{
            text: texts.televisions.unpair,
            label: say(texts.televisions.unpairNamed, { title: isolated(title) }),
          }}
          title={texts.televisions.ask}
          confirm={texts.televisions.confirm}
          change={() => televisions.unpair(television.id)}
        >
          <p className="tables__strong">
            <bdi>{title}</bdi>
          </p>
          <p>{texts.televisions.warning}</p>
        </Ask>
      </div>
      {changing && <Change {...props} onClose={() => setChanging(false)} />}
    </li>
  );
};
