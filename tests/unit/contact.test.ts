import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  chatAddress,
  EMPTY_ENQUIRY,
  enquiryBody,
  fill,
  mailtoAddress,
  missingFields,
  parseDraft,
} from '../../src/core/site/contact.ts';
import { type ContactTexts, createContact, DRAFT_KEY } from '../../src/stores/site/contact.ts';
import { fakeEnvironment } from './fake-environment.ts';

const LABELS = { name: 'Name', email: 'E-mail', phone: 'Phone', venue: 'Venue', message: 'Message' };
const ENQUIRY = { name: ' Youssef ', email: 'y@example.test', phone: '0611', venue: '', message: '' };

describe('rules', () => {
  test('white space does not fill a required field', () => {
    expect(missingFields({ ...EMPTY_ENQUIRY, name: ' \n', email: 'a@b' })).toEqual(['name', 'phone']);
    expect(missingFields(ENQUIRY)).toEqual([]);
  });

  test('the mail has a line for each field, trimmed, with a dash for what is empty', () => {
    expect(enquiryBody({ ...ENQUIRY, venue: '  ' }, LABELS)).toBe(
      'Name: Youssef\r\nE-mail: y@example.test\r\nPhone: 0611\r\nVenue: -\r\nMessage: -',
    );
  });

  test.each(['one\ntwo', 'one\r\ntwo', 'one\rtwo'])('line breaks of %j become CRLF', (message) => {
    expect(enquiryBody({ ...ENQUIRY, message }, LABELS)).toMatch(/Message:\s+one\r\ntwo$/);
  });

  test.each(['Café & Salle <b>50 % + #1?</b> "x"', 'مقهى النجمة، 4 طاولات', '🎱 first\r\nsecond'])(
    '%j arrives in the mail as it was',
    (text) => {
      const address = mailtoAddress('sales@example.test', text, text);
      expect(address).not.toMatch(/[\s<>"#]/);
      const [, subject = '', body = ''] =
        /^mailto:sales@example\.test\?subject=([^&]*)&body=([^&]*)$/.exec(address) ?? [];
      expect(decodeURIComponent(subject)).toBe(text);
      expect(decodeURIComponent(body)).toBe(text);
    },
  );

  test('half an emoji does not break the mail', () => {
    expect(mailtoAddress('a@b', '\ud83c', '-')).toContain('subject=%EF%BF%BD');
  });

  test('a chat link has the digits of the phone only', () => {
    expect(chatAddress('+212 6 00-11', 'Hello & سلام')).toBe(
      `https://wa.me/21260011?text=${encodeURIComponent('Hello & سلام')}`,
    );
  });

  test('values are put in as they are', () => {
    expect(fill('{{a}} and {{b}}', { a: '$& {{b}}' })).toBe('$& {{b}} and {{b}}');
  });

  test.each([null, '', '{', '7', 'null', '[]', '{"name":7}'])('a draft %j is nothing', (stored) => {
    expect(parseDraft(stored)).toEqual(EMPTY_ENQUIRY);
  });
});

describe('store', () => {
  const texts: ContactTexts = {
    labels: { ...LABELS, name: 'Your name' },
    mailLabels: LABELS,
    subject: 'Enquiry from {{name}}',
    missing: 'Please fill in: {{fields}}. Then: Send message',
  };
  let environment: ReturnType<typeof fakeEnvironment>;

  beforeEach(() => {
    vi.useFakeTimers();
    environment = fakeEnvironment();
  });
  afterEach(() => void vi.useRealTimers());

  const filled = () => {
    const contact = createContact('sales@example.test', 'en', texts, environment);
    contact.type('name', ' Youssef ');
    contact.type('email', 'y@example.test');
    contact.type('phone', '0611');
    return contact;
  };

  test('names the missing fields and sends nothing', () => {
    const contact = filled();
    contact.type('name', '  ');
    contact.type('phone', '');
    contact.submit();
    vi.runAllTimers();
    expect(environment.tell).toHaveBeenCalledExactlyOnceWith(
      'Please fill in: Your name and Phone. Then: Send message',
    );
    expect(environment.goTo).not.toHaveBeenCalled();
    expect(contact.$state.get().missing).toEqual(['name', 'phone']);
    contact.type('name', 'Y');
    expect(contact.$state.get().missing).toEqual(['phone']);
  });

  test('hands the mail over and keeps what was typed', () => {
    const contact = filled();
    contact.submit();
    expect(environment.goTo).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^mailto:sales@example\.test\?subject=Enquiry%20from%20Youssef&body=Name%3A/),
    );
    expect(contact.$state.get().values.phone).toBe('0611');
    expect(contact.$state.get().sent).toContain('Enquiry from Youssef\n\nName: Youssef\nE-mail:');
    expect(environment.tell).not.toHaveBeenCalled();
  });

  test('brings back the draft, and leaves what was typed meanwhile', () => {
    filled();
    const later = createContact('sales@example.test', 'fr', texts, environment);
    later.restore({ phone: '0622' });
    expect(later.$state.get().values).toEqual({
      ...EMPTY_ENQUIRY,
      name: ' Youssef ',
      email: 'y@example.test',
      phone: '0622',
    });
  });

  test('works where storage is forbidden', () => {
    const kept = environment.storage();
    environment.storage = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const contact = filled();
    contact.restore({ name: 'Y' });
    expect(contact.$state.get().values.name).toBe('Y');
    expect(kept.getItem(DRAFT_KEY)).toBeNull();
  });
});
