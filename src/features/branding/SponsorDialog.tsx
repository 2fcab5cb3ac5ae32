import { useRef, useState } from 'react';
import { BrandingForm } from './BrandingForm.tsx';
import { MarkField } from './MarkField.tsx';
import { NameField } from './NameField.tsx';
import type { PartProps, ShownSponsor } from './props.ts';

interface Props extends PartProps {
  /** Null for a new one. */
  readonly sponsor: ShownSponsor | null;
  readonly onClose: () => void;
}

/** A sponsor's name and logo. */
export const SponsorDialog = ({ sponsor, onClose, ...props }: Props) => {
  const { texts, brandingStore } = props;
  const [title, setTitle] = useState(sponsor?.title ?? '');
  const [picture, setPicture] = useState(sponsor?.picture ?? null);
  const [sending, setSending] = useState(false);
  const [tried, setTried] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const isNamed = title.trim() !== '';
  const save =
    !isNamed || picture === null
      ? null
      : () =>
          brandingStore.saveSponsor({ title, picture, shown: sponsor?.shown ?? true }, sponsor?.id ?? null);
  return (
    <BrandingForm
      {...props}
      words={texts.branding.sponsors}
      save={save}
      refuse={() => {
        setTried(true);
        if (!isNamed) nameField.current?.focus();
      }}
      sending={sending}
      listed={sponsor && { name: sponsor.title, remove: () => brandingStore.removeSponsor(sponsor.id) }}
      onClose={onClose}
    >
      <NameField
        {...props}
        name={title}
        help={texts.branding.sponsors.nameHelp}
        tried={tried}
        field={nameField}
        onChange={setTitle}
      />
      <MarkField
        {...props}
        kind="logo"
        label={texts.branding.sponsors.picture}
        help={texts.branding.sponsors.pictureHelp}
        picture={picture}
        onChange={setPicture}
        onBusy={setSending}
      />
      <p className="field__error" role="status">
        {tried && picture === null && texts.branding.sponsors.needed}
      </p>
    </BrandingForm>
  );
};
