/** Packages without types: what `seo.test.ts` uses of them. */
declare module '@marbec/web-auto-extractor' {
  export interface Extracted {
    readonly jsonld: Readonly<Record<string, readonly Record<string, unknown>[]>>;
    readonly metatags: Readonly<Record<string, readonly string[]>>;
  }
  export default class WebAutoExtractor {
    parse(html: string): Extracted;
  }
}

declare module '@adobe/structured-data-validator' {
  import type { Extracted } from '@marbec/web-auto-extractor';

  export default class Validator {
    validate(data: Extracted): Promise<{ issueMessage: string; severity: 'ERROR' | 'WARNING' }[]>;
  }
}
