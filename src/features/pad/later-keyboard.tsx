import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import type { TextsOf } from '../../i18n/texts.ts';
import { createFetchedPart } from '../../kit/fetched.ts';
import { Loading } from '../../kit/Loading.tsx';
import type { PadSettings } from '../pad-parts/pad-settings.ts';
import type { SheetOf } from '../pad-parts/props.ts';
import { groupsOf } from './commands.ts';
import type { KeyboardSheet } from './KeyboardSheet.tsx';

/** In a file of its own, because phones have no keyboard. A pad fetches it once it is drawn, as a match's forms. */
export const $keyboardSheet = createFetchedPart(() => import('./KeyboardSheet.tsx'));

const LaterSheet = (props: ComponentProps<typeof KeyboardSheet>) => {
  const sheet = useStore($keyboardSheet, { ssr: 'initial' });
  return sheet ? <sheet.KeyboardSheet {...props} /> : <Loading text={props.texts.pad.loading} />;
};

/** The sheet for changing the keys of a keyboard or presenter remote. */
export const keyboardSheet = (settings: PadSettings, texts: TextsOf<'match' | 'pad'>): SheetOf => ({
  title: texts.pad.keyboard.title,
  draw: (scored) => <LaterSheet groups={groupsOf(scored)} settings={settings} texts={texts} />,
});
