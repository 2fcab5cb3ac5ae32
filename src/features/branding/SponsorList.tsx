import { useState } from 'react';
import { MOST } from '../../config/limits.ts';
import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { Logo } from '../../kit/Logo.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { useChange } from '../../kit/useChange.ts';
import type { PartProps, ShownSponsor } from './props.ts';
import { SponsorDialog } from './SponsorDialog.tsx';
import { Empty } from '../../kit/Empty.tsx';

type LineProps = PartProps & { readonly sponsor: ShownSponsor; readonly onEdit: () => void };

const SponsorLine = ({ texts, brandingStore, branding: { sponsors }, sponsor, onEdit }: LineProps) => {
  const { id, title, picture, shown } = sponsor;
  const { busy, failure, run } = useChange();
  /** The new choice, until the server has confirmed it. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const choose = async (show: boolean): Promise<void> => {
    setWanted(show);
    await run(() => brandingStore.saveSponsor({ title, picture, shown: show }, id));
    setWanted(null);
  };
  const named = { name: isolated(title) };
  const place = sponsors.indexOf(sponsor);
  return (
    <li className="listing__line">
      <span className={`branding__logo ${shown ? '' : 'branding__logo--hidden'}`}>
        <Logo src={brandingStore.markAddress(picture)} alt="" loading="lazy" />
      </span>
      <div className="listing__words">
        <p className="strong">
          <bdi translate="no">{title}</bdi>
        </p>
        <p className="field__hint">{!shown && texts.branding.sponsors.hidden}</p>
      </div>
      <div className="button-row branding__acts">
        <label className="branding__shown">
          <input
            type="checkbox"
            checked={wanted ?? shown}
            disabled={busy}
            onChange={() => void choose(!shown)}
          />
          <span>{texts.branding.sponsors.show}</span>
          <span className="visually-hidden">{` ${title}`}</span>
        </label>
        <button
          className="icon-button"
          type="button"
          aria-disabled={busy || place === 0}
          aria-label={formatMessage(texts.branding.sponsors.earlier, named)}
          onClick={() => void run(() => brandingStore.moveSponsor(id, -1))}
        >
          <span aria-hidden="true">↑</span>
        </button>
        <button
          className="icon-button"
          type="button"
          aria-disabled={busy || place === sponsors.length - 1}
          aria-label={formatMessage(texts.branding.sponsors.later, named)}
          onClick={() => void run(() => brandingStore.moveSponsor(id, 1))}
        >
          <span aria-hidden="true">↓</span>
        </button>
        <button
          className="button"
          type="button"
          aria-label={formatMessage(texts.branding.editNamed, named)}
          onClick={onEdit}
        >
          {texts.branding.edit}
        </button>
      </div>
      <Problem failure={failure} texts={texts} />
    </li>
  );
};

/** The venue's sponsors, whose logos appear on its boards. */
export const SponsorList = (props: PartProps) => {
  const { texts, branding } = props;
  const { sponsors } = branding;
  const [edited, setEdited] = useState<ShownSponsor | 'new' | null>(null);
  const isFull = sponsors.length >= MOST.sponsors;
  return (
    <>
      <p className="intro">{texts.branding.sponsors.intro}</p>
      <div className="listing__tools">
        <button
          className="button button--primary"
          type="button"
          aria-haspopup="dialog"
          disabled={isFull}
          onClick={() => setEdited('new')}
        >
          {texts.branding.sponsors.add}
        </button>
      </div>
      {isFull && <p className="field__hint">{texts.branding.sponsors.full}</p>}
      {sponsors.length === 0 && <Empty icon="sponsors" text={texts.branding.sponsors.none} />}
      {sponsors.length > 0 && (
        <ol className="listing panel">
          {sponsors.map((sponsor) => (
            <SponsorLine key={sponsor.id} {...props} sponsor={sponsor} onEdit={() => setEdited(sponsor)} />
          ))}
        </ol>
      )}
      {edited !== null && (
        <SponsorDialog
          {...props}
          sponsor={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
};
