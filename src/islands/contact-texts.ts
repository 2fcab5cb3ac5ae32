import type { EnquiryField } from '../core/site/contact.ts';
import type { ContactTexts } from '../stores/site/contact.ts';

/** What the form says besides its fields' words, from `contact.form`, as it stands there. */
export const CONTACT_FORM_TEXTS = [
  'requiredHint',
  'send',
  'opened',
  'notOpened',
  'copyMessage',
  'messageCopied',
  'copyFailed',
] as const;

export interface ContactFormTexts
  extends ContactTexts, Readonly<Record<(typeof CONTACT_FORM_TEXTS)[number], string>> {
  readonly placeholders: Readonly<Record<EnquiryField, string>>;
}
