import { map, type ReadableAtom } from 'nanostores';
import {
  EMPTY_ENQUIRY,
  type Enquiry,
  ENQUIRY_FIELDS,
  enquiryBody,
  type EnquiryField,
  mailtoAddress,
  missingFields,
  parseDraft,
} from '../core/site/contact.ts';
import { formatMessage } from '../i18n/format.ts';
import type { TextsOf } from '../i18n/texts.ts';
import { attempt } from '../browser/attempt.ts';
import type { Environment } from '../browser/browser.ts';
import { createTimer } from '../browser/timer.ts';

/** Session-storage key of the typed text, which survives a change of language. */
export const DRAFT_KEY = 'contactDraft';

interface ContactState {
  readonly values: Enquiry;
  /** Required fields found empty at the last attempt and not filled since. */
  readonly missing: readonly EnquiryField[];
  /** The message passed to the mail program, for copying it; undefined before. */
  readonly sent: string | undefined;
  readonly copy: 'idle' | 'copied' | 'failed';
}

export interface ContactStore {
  readonly $state: ReadableAtom<ContactState>;
  /** Restores the draft; text `typed` before hydration takes precedence. */
  readonly restore: (typed: Partial<Enquiry>) => void;
  readonly type: (field: EnquiryField, value: string) => void;
  readonly submit: () => void;
  readonly copy: () => Promise<void>;
}

/** The fields' labels as a list, for an alert or an error. */
export const missingText = (fields: readonly EnquiryField[], texts: TextsOf<'contact'>): string =>
  formatMessage(texts.contact.form.missingFields, {
    fields: new Intl.ListFormat(texts.locale).format(fields.map((field) => texts.contact.form[field])),
    send: texts.contact.form.send,
  });

interface ContactOptions {
  /** The company's email address. */
  readonly to: string;
  readonly texts: TextsOf<'contact'>;
}

/** The contact form. If storage is blocked or full, it works without a draft. */
export const createContact = (
  { storage, tell, goTo, copyText }: Environment,
  { to, texts }: ContactOptions,
): ContactStore => {
  const $state = map<ContactState>({ values: EMPTY_ENQUIRY, missing: [], sent: undefined, copy: 'idle' });
  const writeDraft = (values: Enquiry): void => {
    attempt(() => storage().setItem(DRAFT_KEY, JSON.stringify(values)));
  };

  return {
    $state,
    restore: (typed) => {
      const draft = parseDraft(attempt(() => storage().getItem(DRAFT_KEY)) ?? null);
      const values = Object.fromEntries(ENQUIRY_FIELDS.map((field) => [field, typed[field] ?? draft[field]]));
      $state.setKey('values', values as Enquiry);
      if (Object.keys(typed).length > 0) writeDraft(values as Enquiry);
    },
    type: (field, value) => {
      const state = $state.get();
      const values = { ...state.values, [field]: value };
      const missing = state.missing.filter((other) => other !== field || !value.trim());
      $state.set({ ...state, values, missing });
      writeDraft(values);
    },
    submit: () => {
      const { values } = $state.get();
      const missing = missingFields(values);
      $state.setKey('missing', missing);
      if (missing.length > 0) {
        // After the errors beside the fields have been painted, because an alert blocks the page.
        createTimer().set(0, () => tell(missingText(missing, texts)));
        return;
      }
      const { mail } = texts.contact.form;
      const subject = formatMessage(mail.subject, { name: values.name.trim() });
      const body = enquiryBody(values, mail);
      $state.set({ values, missing, sent: `${subject}\n\n${body.replaceAll('\r\n', '\n')}`, copy: 'idle' });
      goTo(mailtoAddress(to, subject, body));
    },
    copy: async () => {
      const { sent } = $state.get();
      if (sent !== undefined) $state.setKey('copy', (await copyText(sent)) ? 'copied' : 'failed');
    },
  };
};
