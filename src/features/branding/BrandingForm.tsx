import type { Failure } from '../../core/failure.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { Ask } from '../../kit/Ask.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { useChange } from '../../kit/useChange.ts';
import type { Elements } from '../../kit/elements.ts';
import type { PartProps } from './props.ts';

interface Props extends Pick<PartProps, 'texts'> {
  /** What the dialog calls the entry. */
  readonly words: Readonly<Record<'add' | 'change' | 'remove' | 'ask' | 'warning', string>>;
  /** Null while something is missing or wrong. */
  readonly save: (() => Promise<Failure | null>) | null;
  /** Shows the problem and focuses its field. */
  readonly refuse: () => void;
  /** Whether a picture is still uploading. */
  readonly sending: boolean;
  /** The existing entry; null for a new one. */
  readonly listed: {
    readonly name: string;
    /** Null if the user may not remove it. */
    readonly remove: (() => Promise<Failure | null>) | null;
  } | null;
  /** Further actions on the entry. */
  readonly keys?: Elements;
  readonly onClose: () => void;
  readonly children: Elements;
}

/** The dialog for a player or sponsor: save, or remove after confirmation. */
export const BrandingForm = (props: Props) => {
  const { texts, words, save, refuse, sending, listed, keys, onClose, children } = props;
  const { busy, failure, run } = useChange();
  const submit = async (): Promise<void> => {
    if (!save) refuse();
    else if (await run(save)) onClose();
  };
  return (
    <Dialog title={words[listed ? 'change' : 'add']} close={texts.tables.close} small onClose={onClose}>
      <form
        className="branding__form"
        noValidate
        action={() => {
          void submit();
        }}
      >
        {children}
        <Problem failure={failure} texts={texts} />
        <div className="button-row">
          <button className="button button--primary" type="submit" disabled={busy || sending}>
            {texts.branding.save}
          </button>
          {keys}
          {listed?.remove && (
            <Ask
              texts={texts}
              opener={{ text: words.remove, className: 'button button--quiet' }}
              title={words.ask}
              confirm={words.remove}
              change={async () => {
                const failed = (await listed.remove?.()) ?? null;
                if (!failed) onClose();
                return failed;
              }}
            >
              <p className="strong">
                <bdi translate="no">{listed.name}</bdi>
              </p>
              <p>{words.warning}</p>
            </Ask>
          )}
        </div>
      </form>
    </Dialog>
  );
};
