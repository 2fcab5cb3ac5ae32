/** The product's name and contact details, defined only here. */
export const PRODUCT = {
  name: 'CueBoard',
  /** International number, only digits after the plus, for `tel:` links. */
  phone: '+212600000000',
  /** The same number, formatted for reading. */
  phoneDisplay: '+212 6 00 00 00 00',
  email: 'contact@cueboard.test',
  copyrightYear: 2025,
  /** Profiles linked in the footer. */
  socials: [
    { name: 'Facebook', url: 'https://www.facebook.com/' },
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'YouTube', url: 'https://www.youtube.com/' },
  ],
} as const;
