import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  EMPTY_ENQUIRY,
  enquiryBody,
  mailtoAddress,
  missingFields,
  parseDraft,
} from '../../../src/core/site/contact.ts';
import { chatAddress } from '../../../src/core/site/chat.ts';
import { textsIn } from '../i18n/texts.ts';
import { createContact } from '../../../src/islands/contact.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';
import { fakeStorage } from '../fakes/browser-fakes.ts';

const LABELS = { name: 'Name', email: 'Email', phone: 'Phone', venue: 'Venue', message: 'Message' };
const ENQUIRY = { name: ' Youssef ', email: 'y@example.test', phone: '0611', venue: '', message: '' };

describe('rules', () => {
  test('white space does not fill a required field', () => {
    expect(missingFields({ ...EMPTY_ENQUIRY, name: ' \n', email: 'a@b' })).toEqual(['name', 'phone']);
    expect(missingFields(ENQUIRY)).toEqual([]);
  });

  test('the mail has a line for each field, trimmed, with a dash for an empty one', () => {
    expect(enquiryBody({ ...ENQUIRY, venue: '  ' }, LABELS)).toBe(
      'Name: Youssef\r\nEmail: y@example.test\r\nPhone: 0611\r\nVenue: -\r\nMessage: -',
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

  test.each([null, '', '{', '7', 'null', '[]', '{"name":7}'])('a draft %j is nothing', (stored) => {
    expect(parseDraft(stored)).toEqual(EMPTY_ENQUIRY);
  });
});

describe('store', () => {
  const options = { to: 'sales@example.test', texts: textsIn('en') };

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const filled = (storage = fakeStorage()) => {
    const environment = fakeEnvironment('https://cueboard.test/contact/', storage);
    const contact = createContact(environment, options);
    contact.type('name', ' Youssef ');
    contact.type('email', 'y@example.test');
    contact.type('phone', '0611');
    return { ...environment, contact };
  };

  test('names the missing fields and sends nothing', () => {
    const { contact, tell, goTo } = filled();
    contact.type('name', '  ');
    contact.type('phone', '');
    contact.submit();
    vi.runAllTimers();
    expect(tell).toHaveBeenCalledExactlyOnceWith('Please fill in: Name and Phone. Then: Send message');
    expect(goTo).not.toHaveBeenCalled();
    expect(contact.$state.get().missing).toEqual(['name', 'phone']);
    contact.type('name', 'Y');
    expect(contact.$state.get().missing).toEqual(['phone']);
  });

  test('hands the mail over and keeps the typed text', () => {
    const { contact, tell, goTo } = filled();
    contact.submit();
    expect(goTo.mock.calls.join()).toMatch(
      /^mailto:sales@example\.test\?subject=.*enquiry%20from%20Youssef&body=Name%3A/,
    );
    expect(contact.$state.get().values.phone).toBe('0611');
    expect(contact.$state.get().sent).toContain(' enquiry from Youssef\n\nName: Youssef\nEmail:');
    expect(tell).not.toHaveBeenCalled();
  });

  test('restores the draft, and keeps text typed meanwhile', () => {
    const { storage } = filled();
    const later = createContact(fakeEnvironment(undefined, storage()), { ...options, texts: textsIn('fr') });
    later.restore({ phone: '0622' });
    expect(later.$state.get().values).toEqual({
      ...EMPTY_ENQUIRY,
      name: ' Youssef ',
      email: 'y@example.test',
      phone: '0622',
    });
  });

  test('works where storage is forbidden', () => {
    const forbidden = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    const { contact } = filled(Object.assign(fakeStorage(), { getItem: forbidden, setItem: forbidden }));
    contact.restore({ name: 'Y' });
    expect(contact.$state.get().values.name).toBe('Y');
  });
});
