interface Product {
  readonly name: string;
  /** International number, only digits after the plus, for `tel:` links. */
  readonly phone: string;
  /** The same number, formatted for reading. */
  readonly phoneDisplay: string;
  readonly email: string;
  readonly copyrightYear: number;
  /** Profiles linked in the footer. */
  readonly socials: readonly { readonly name: string; readonly url: string }[];
  /** The company that sells it; null while unknown. */
  readonly company: {
    readonly legalName: string | null;
    readonly address: string | null;
    /** Its Moroccan company number: 15 digits. */
    readonly ice: string | null;
    /** The number of its declaration to the CNDP, under law 09-08; shown if there is one. */
    readonly cndp: string | null;
  };
  /** Within how many working days a quote is sent; null while the company hasn't decided. */
  readonly quoteWorkingDays: number | null;
}

/** The product's name, its company and how to reach it, defined only here. A public site's build refuses placeholders. */
export const PRODUCT: Product = {
  name: 'CueBoard',
  phone: '+212600000000',
  phoneDisplay: '+212 6 00 00 00 00',
  email: 'contact@cueboard.test',
  copyrightYear: 2025,
  socials: [
    { name: 'Facebook', url: 'https://www.facebook.com/' },
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'YouTube', url: 'https://www.youtube.com/' },
  ],
  company: { legalName: null, address: null, ice: null, cndp: null },
  quoteWorkingDays: null,
};
