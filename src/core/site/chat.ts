/** The address of a chat with `phone` (with or without plus and spaces). A form sends its field `text` there. */
export const chatWith = (phone: string): string => `https://wa.me/${phone.replaceAll(/\D/g, '')}`;

/** A chat's address with a prefilled text. */
export const withText = (chat: string, text: string): string => `${chat}?text=${encodeURIComponent(text)}`;

/** A link that opens a chat with `phone` and a prefilled text. */
export const chatAddress = (phone: string, text: string): string => withText(chatWith(phone), text);
