import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import { withStyles } from '../../kit/add-styles.ts';
import { Fetched } from '../../kit/Fetched.tsx';
import { createFetchedPart } from '../../kit/fetched.ts';
import type { TableSettings } from './TableSettings.tsx';

/** In a file of its own, because few users open it. The tables and a desk fetch it once they are drawn. */
const $tableSettings = createFetchedPart(() => import('./TableSettings.tsx').then(withStyles));

/** Fetches the dialog before anybody asks for it. */
export const useLaterSettings = (): void => void useStore($tableSettings, { ssr: 'initial' });

export const LaterSettings = (props: ComponentProps<typeof TableSettings>) => (
  <Fetched $part={$tableSettings} texts={props.texts}>
    {(part) => <part.TableSettings {...props} />}
  </Fetched>
);
