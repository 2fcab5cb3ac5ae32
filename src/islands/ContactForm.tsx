import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { type Enquiry, ENQUIRY_FIELDS, type EnquiryField, REQUIRED_FIELDS } from '../core/site/contact.ts';
import type { TextsOf } from '../i18n/texts.ts';
import { browser } from '../browser/browser.ts';
import { createContact, missingText } from './contact.ts';
import { submitEarly } from '../kit/early-submit.ts';

interface Props {
  /** The company's email address. */
  to: string;
  texts: TextsOf<'contact'>;
}

const INPUT = {
  name: { type: 'text', autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email', dir: 'ltr' },
  phone: { type: 'tel', autoComplete: 'tel', dir: 'ltr' },
  venue: { type: 'text', autoComplete: 'organization' },
} as const;

export default function ContactForm({ to, texts }: Props) {
  const [contact] = useState(() => createContact(browser, { to, texts }));
  const { values, missing, sent, copy } = useStore(contact.$state, { ssr: 'initial' });
  const form = useRef<HTMLFormElement>(null);
  const copyText = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    // The visitor may have started typing before hydration.
    const typed: { -readonly [Field in EnquiryField]?: Enquiry[Field] } = {};
    for (const field of ENQUIRY_FIELDS) {
      const control = form.current?.elements.namedItem(field);
      if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
        if (control.value) typed[field] = control.value;
      }
    }
    contact.restore(typed);
    if (form.current) submitEarly(form.current);
  }, [contact]);

  useEffect(() => {
    if (copy === 'failed') copyText.current?.select();
  }, [copy]);

  return (
    <form
      ref={form}
      className="contact-form"
      // Until the script loads, submitting only validates: with no dialog around it, the form goes nowhere.
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        contact.submit();
      }}
    >
      {ENQUIRY_FIELDS.map((field) => {
        const required = REQUIRED_FIELDS.includes(field);
        const invalid = missing.includes(field);
        const common = {
          id: `contact-${field}`,
          name: field,
          className: 'field__control',
          placeholder: texts.contact.form[`${field}Placeholder`],
          required,
          value: values[field],
          'aria-invalid': invalid,
          'aria-describedby': invalid ? `contact-${field}-error` : undefined,
          onChange: ({ target }: { target: { value: string } }) => contact.type(field, target.value),
        };
        return (
          <div className={`field contact-form__${field}`} key={field}>
            <label className="field__label" htmlFor={common.id}>
              <span>{texts.contact.form[field]}</span>
              {required && (
                <span className="field__required" aria-hidden="true">
                  {' *'}
                </span>
              )}
            </label>
            {field === 'message' ? (
              <textarea {...common} rows={5} />
            ) : (
              <input {...INPUT[field]} {...common} />
            )}
            {invalid && (
              <p className="field__error" id={`contact-${field}-error`}>
                {missingText([field], texts)}
              </p>
            )}
          </div>
        );
      })}
      <p className="field__hint">{texts.contact.form.requiredHint}</p>
      <button className="button button--large" type="submit">
        {texts.contact.form.send}
      </button>
      <div className="contact-form__sent" role="status">
        {sent !== undefined && (
          <div className="status">
            <p>
              <strong>{texts.contact.form.opened}</strong>
            </p>
            <p>{texts.contact.form.notOpened}</p>
            <button className="button" type="button" onClick={() => void contact.copy()}>
              {texts.contact.form.copyMessage}
            </button>
            {copy === 'copied' && <p>{texts.contact.form.messageCopied}</p>}
            {copy === 'failed' && (
              <>
                <p>{texts.contact.form.copyFailed}</p>
                <textarea
                  ref={copyText}
                  className="field__control"
                  readOnly
                  value={sent}
                  aria-label={texts.contact.form.copyMessage}
                />
              </>
            )}
          </div>
        )}
      </div>
    </form>
  );
}
