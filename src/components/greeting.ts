import { PRODUCT } from '../config/product.ts';
import { chatAddress } from '../core/site/chat.ts';
import type { Locale } from '../i18n/locales.ts';
import { writtenTextsOf } from '../i18n/translate.ts';

/** A link that opens a WhatsApp chat with the company, with a greeting to complete. It is sent, so it is as written. */
export const greetingAddress = (locale: Locale): string =>
  chatAddress(PRODUCT.phone, writtenTextsOf(locale, 'contact').contact.cards.whatsapp.greeting);
