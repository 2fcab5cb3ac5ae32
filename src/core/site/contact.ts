/** The fields of an enquiry, in the order of the form and of the mail. */
export const ENQUIRY_FIELDS = ['name', 'email', 'phone', 'venue', 'message'] as const;
export type EnquiryField = (typeof ENQUIRY_FIELDS)[number];
export type Enquiry = Readonly<Record<EnquiryField, string>>;

export const REQUIRED_FIELDS: readonly EnquiryField[] = ['name', 'email', 'phone'];

export const EMPTY_ENQUIRY: Enquiry = { name: '', email: '', phone: '', venue: '', message: '' };

/** Stands in the mail for what was left empty. */
const NOTHING = '-';

const trimmed = (enquiry: Enquiry): Enquiry =>
  Object.fromEntries(ENQUIRY_FIELDS.map((field) => [field, enquiry[field].trim()])) as Enquiry;

/** The required fields that hold nothing but white space. */
export const missingFields = (enquiry: Enquiry): EnquiryField[] =>
  REQUIRED_FIELDS.filter((field) => !enquiry[field].trim());

/** Puts values into the `{{name}}` places of a text; a place without a value stays as it is. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  );

/** The text of the mail: one `Label: value` line for each field, line breaks as mail wants them (CRLF). */
export const enquiryBody = (enquiry: Enquiry, labels: Readonly<Record<EnquiryField, string>>): string => {
  const values = trimmed(enquiry);
  return ENQUIRY_FIELDS.map((field) => {
    const value = values[field] || NOTHING;
    // A message of several lines starts on its own.
    return value.includes('\n') ? `${labels[field]}:\n${value}` : `${labels[field]}: ${value}`;
  })
    .join('\n')
    .replaceAll(/\r\n?|\n/g, '\r\n');
};

/**
 * A `mailto:` address (RFC 6068) with subject and body encoded, so that line breaks, ampersands and any script
 * arrive as typed. Half an emoji, which can't be encoded, becomes U+FFFD.
 */
export const mailtoAddress = (to: string, subject: string, body: string): string =>
  `mailto:${to}?subject=${encodeURIComponent(subject.toWellFormed())}&body=${encodeURIComponent(body.toWellFormed())}`;

/** A link that opens a chat with `phone` (with or without plus and spaces) and a prefilled text. */
export const chatAddress = (phone: string, text: string): string =>
  `https://wa.me/${phone.replaceAll(/\D/g, '')}?text=${encodeURIComponent(text)}`;

/** Reads a stored draft; anything that isn't one gives an empty enquiry. */
export const parseDraft = (stored: string | null): Enquiry => {
  try {
    const draft: unknown = JSON.parse(stored ?? '');
    if (typeof draft !== 'object' || draft === null) return EMPTY_ENQUIRY;
    const values = draft as Record<string, unknown>;
    return Object.fromEntries(
      ENQUIRY_FIELDS.map((field) => [field, typeof values[field] === 'string' ? values[field] : '']),
    ) as Enquiry;
  } catch {
    return EMPTY_ENQUIRY;
  }
};
