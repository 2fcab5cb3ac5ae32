import { useStore } from '@nanostores/react';
import { createElement, useState } from 'react';
import { readLook } from '../core/overlay/look.ts';
import { createBoardsIdle } from '../core/site/reload-when-idle.ts';
import { LOCALES, type Locale } from '../i18n/locales.ts';
import type { TextsOf } from '../i18n/texts.ts';
import { viewerEnvironment } from '../browser/viewer.ts';
import { createFetched } from '../kit/fetched.ts';
import { createOverlay } from '../features/board/overlay.ts';
import { AnyLayout } from '../features/board/AnyLayout.tsx';
import { useNewVersion } from '../kit/useNewVersion.ts';
import type { TelevisionProps } from '../features/television/props.ts';

interface OnAirProps {
  /** The page's language. */
  readonly locale: Locale;
  /** The texts of all languages, because the query may choose another language. */
  readonly texts: Readonly<Record<Locale, TextsOf<'overlay'>>>;
}

type Props = OnAirProps | { readonly television: TelevisionProps };

const lazyPart = createFetched({
  television: async () => (await import('../features/television/Television.tsx')).Television,
});

/** The overlay on air: the board, or nothing until there is one. */
const OnAir = ({ locale, texts }: OnAirProps) => {
  const [{ $live, clocks, search }] = useState(() => createOverlay(viewerEnvironment()));
  const { board, branding, missing } = useStore($live);
  const [areIdle] = useState(createBoardsIdle);
  useNewVersion(() => areIdle([{ token: '', board }], performance.now()));
  const look = readLook(search, { theme: board?.theme ?? 'dark', locale });
  const said = texts[look.locale];
  if (board) return <AnyLayout board={board} branding={branding} look={look} clocks={clocks} texts={said} />;
  return missing ? (
    <p className="overlay-missing" lang={LOCALES[said.locale].lang} dir={LOCALES[said.locale].dir}>
      {said.overlay.notFound}
    </p>
  ) : null;
};

/** A venue's television, which overlay pages don't load. */
const Screen = (props: TelevisionProps) => {
  const part = useStore(lazyPart('television'));
  return part && createElement(part, props);
};

/** An unattended screen with boards: an overlay or a television. */
export default function Overlay(props: Props) {
  return 'television' in props ? <Screen {...props.television} /> : <OnAir {...props} />;
}
