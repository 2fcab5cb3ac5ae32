import { useState } from 'react';
import { Dialog } from '../Dialog.tsx';
import { Ask } from '../tables/Ask.tsx';
import { Problem } from '../tables/Problem.tsx';
import { useChange } from '../tables/useChange.ts';
import { MarkField } from './MarkField.tsx';
import { NameField } from './NameField.tsx';
import type { PartProps, ShownSponsor } from './part.ts';

interface Props extends PartProps {
  /** Null for a new one. */
  readonly sponsor: ShownSponsor | null;
  readonly onClose: () => void;
}

/** A sponsor's name and logo. */
export const SponsorDialog = ({ sponsor, onClose, ...props }: Props) => {
  const { texts, common, dresser } = props;
  const [title, setTitle] = useState(sponsor?.title ?? '');
  const [picture, setPicture] = useState(sponsor?.picture ?? null);
  const [sending, setSending] = useState(false);
  const { busy, failure, run } = useChange();
  const isReady = title.trim() !== '' && picture !== null && !sending;
  const save = async (mark: string): Promise<void> => {
    const saved = { title, picture: mark, shown: sponsor?.shown ?? true };
    if (await run(() => dresser.saveSponsor(saved, sponsor?.id ?? null))) onClose();
  };
  return (
    <Dialog
      title={texts[sponsor ? 'sponsors.change' : 'sponsors.add']}
      close={common.close}
      small
      onClose={onClose}
    >
      <form
        className="dressing__form"
        action={() => {
          if (isReady) void save(picture);
        }}
      >
        <NameField {...props} name={title} help={texts['sponsors.nameHelp']} onChange={setTitle} />
        <MarkField
          {...props}
          kind="logo"
          label={texts['sponsors.picture']}
          help={texts['sponsors.pictureHelp']}
          picture={picture}
          onChange={setPicture}
          onBusy={setSending}
        />
        {picture === null && <p className="field__hint">{texts['sponsors.needed']}</p>}
        <Problem failure={failure} texts={common} />
        <div className="button-row">
          <button className="button button--primary" type="submit" disabled={busy || !isReady}>
            {texts.save}
          </button>
          {sponsor && (
            <Ask
              common={common}
              opener={{ text: texts['sponsors.remove'], className: 'button button--quiet' }}
              title={texts['sponsors.ask']}
              confirm={texts['sponsors.remove']}
              change={async () => {
                const failed = await dresser.removeSponsor(sponsor.id);
                if (!failed) onClose();
                return failed;
              }}
            >
              <p className="tables__strong">
                <bdi>{sponsor.title}</bdi>
              </p>
              <p>{texts['sponsors.warning']}</p>
            </Ask>
          )}
        </div>
      </form>
    </Dialog>
  );
};
