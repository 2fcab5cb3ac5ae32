import type { ReactNode } from 'react';
import type { LayoutTexts } from './texts.ts';

interface Props {
  readonly texts: LayoutTexts;
  readonly className: string;
  readonly testId: string;
  readonly notice?: string;
  readonly children: ReactNode;
}

/** A label with what belongs to it, in the direction of its language; the board around it is the same in every one. */
export const Said = ({ texts: { lang, dir }, className, testId, notice, children }: Props) => (
  <span className={className} lang={lang} dir={dir} data-testid={testId} data-notice={notice}>
    {children}
  </span>
);
