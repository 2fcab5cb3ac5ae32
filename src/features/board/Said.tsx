import { LOCALES } from '../../i18n/locales.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import type { ReactNode } from 'react';

interface Props {
  readonly texts: TextsOf<'overlay'>;
  readonly className: string;
  readonly testId: string;
  readonly notice?: string;
  readonly yields?: boolean;
  /** Whether it has a running time. */
  readonly timed?: boolean;
  readonly children: ReactNode;
}

/** A label with its value, in the direction of its language; the board around it is the same in every language. */
export const Said = ({ texts: { locale }, className, testId, notice, yields, timed, children }: Props) => (
  <span
    className={className}
    lang={LOCALES[locale].lang}
    dir={LOCALES[locale].dir}
    data-testid={testId}
    data-notice={notice}
    data-yields={yields ? '' : undefined}
    data-timed={timed ? '' : undefined}
  >
    {children}
  </span>
);
