/** Whom visitors buy from and reach: the one place for the product's name and its contact details. */
export const PRODUCT = {
  name: 'CueBoard',
  /** International number, digits only after the plus, as `tel:` takes it. */
  phone: '+212600000000',
  /** The same number as people read it. */
  phoneDisplay: '+212 6 00 00 00 00',
  email: 'contact@cueboard.test',
  copyrightYear: 2025,
  /** Profiles shown in the footer; an empty list shows none. */
  socials: [
    { name: 'Facebook', url: 'https://www.facebook.com/' },
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'YouTube', url: 'https://www.youtube.com/' },
  ],
} as const;
