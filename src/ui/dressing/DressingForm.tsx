import type { Failure } from '../../core/failure.ts';
import { Dialog } from '../Dialog.tsx';
import { Ask } from '../tables/Ask.tsx';
import { Problem } from '../tables/Problem.tsx';
import { useChange } from '../tables/useChange.ts';
import type { Elements } from '../elements.ts';
import type { PartProps } from './props.ts';

interface Props extends Pick<PartProps, 'texts'> {
  readonly kind: 'players' | 'sponsors';
  /** Null while the form can't be saved. */
  readonly save: (() => Promise<Failure | null>) | null;
  /** The existing entry; null for a new one. */
  readonly listed: {
    readonly name: string;
    /** Missing for whoever may not remove it. */
    readonly remove: (() => Promise<Failure | null>) | null;
  } | null;
  /** What else can be done with the entry, beside saving it. */
  readonly keys?: Elements;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: Elements;
}

/** The dialog for a player or sponsor: save, or remove after confirmation. */
export const DressingForm = ({ texts, kind, save, listed, keys, onClose, children }: Props) => {
  const { busy, failure, run } = useChange();
  const submit = async (): Promise<void> => {
    if (save && (await run(save))) onClose();
  };
  return (
    <Dialog
      title={texts.dressing[kind][listed ? 'change' : 'add']}
      close={texts.tables.close}
      small
      onClose={onClose}
    >
      <form
        className="dressing__form"
        action={() => {
          void submit();
        }}
      >
        {children}
        <Problem failure={failure} texts={texts} />
        <div className="button-row">
          <button className="button button--primary" type="submit" disabled={busy || !save}>
            {texts.dressing.save}
          </button>
          {keys}
          {listed?.remove && (
            <Ask
              texts={texts}
              opener={{ text: texts.dressing[kind].remove, className: 'button button--quiet' }}
              title={texts.dressing[kind].ask}
              confirm={texts.dressing[kind].remove}
              change={async () => {
                const failed = (await listed.remove?.()) ?? null;
                if (!failed) onClose();
                return failed;
              }}
            >
              <p className="tables__strong">
                <bdi translate="no">{listed.name}</bdi>
              </p>
              <p>{texts.dressing[kind].warning}</p>
            </Ask>
          )}
        </div>
      </form>
    </Dialog>
  );
};
