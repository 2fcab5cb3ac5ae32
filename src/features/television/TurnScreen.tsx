import type { CSSProperties, ReactNode } from 'react';
import { LOCALES } from '../../i18n/locales.ts';
import type { Elements } from '../../kit/elements.ts';
import { useDesignVariables } from '../board/useDesignVariables.ts';
import type { ScreenProps } from './props.ts';
import { ScreenHead } from './ScreenHead.tsx';

interface Props extends Pick<ScreenProps, 'tables' | 'look' | 'texts' | 'zone'> {
  readonly title: string;
  /** Whether one table or sponsor fills it. */
  readonly isOne?: boolean;
  readonly lang?: string;
  readonly page?: number;
  readonly pages?: number;
  /** Shown beside the title. */
  readonly count?: ReactNode;
  readonly children: Elements;
}

/** A turn's screen in its look: the heading, and the content below. */
export const TurnScreen = ({
  title,
  isOne = false,
  lang,
  page = 0,
  pages = 1,
  count,
  tables,
  look,
  texts,
  zone,
  children,
}: Props) => (
  <div
    className={isOne ? 'tv-all tv-one' : 'tv-all'}
    dir={LOCALES[texts.locale].dir}
    lang={lang}
    data-design={look.design}
    style={useDesignVariables(look) as CSSProperties}
  >
    <ScreenHead
      title={title}
      locale={texts.locale}
      minutes={tables.$minutes}
      zone={zone}
      page={page}
      pages={pages}
    >
      {count}
    </ScreenHead>
    {children}
  </div>
);
