/** The fields of an enquiry, in the order of the form and the e-mail. */
export const ENQUIRY_FIELDS = ['name', 'email', 'phone', 'venue', 'message'] as const;
export type EnquiryField = (typeof ENQUIRY_FIELDS)[number];
export type Enquiry = Readonly<Record<EnquiryField, string>>;

export const REQUIRED_FIELDS: readonly EnquiryField[] = ['name', 'email', 'phone'];

export const EMPTY_ENQUIRY: Enquiry = { name: '', email: '', phone: '', venue: '', message: '' };

/** Shown in the e-mail for empty fields. */
const NOTHING = '-';

const trimmed = (enquiry: Enquiry): Enquiry =>
  Object.fromEntries(ENQUIRY_FIELDS.map((field) => [field, enquiry[field].trim()])) as Enquiry;

/** The required fields that are blank. */
export const missingFields = (enquiry: Enquiry): EnquiryField[] =>
  REQUIRED_FIELDS.filter((field) => !enquiry[field].trim());

/** The body of the e-mail: a `Label: value` line for each field, with CRLF line breaks. */
export const enquiryBody = (enquiry: Enquiry, labels: Readonly<Record<EnquiryField, string>>): string => {
  const values = trimmed(enquiry);
  return ENQUIRY_FIELDS.map((field) => {
    const value = values[field] || NOTHING;
    // A message of several lines starts on a new line.
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

/** Parses a stored draft; anything invalid gives an empty enquiry. */
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
