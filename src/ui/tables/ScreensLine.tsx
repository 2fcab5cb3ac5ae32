import { say } from '../say.ts';
import { Icon } from '../Icon.tsx';
import { counted, type TablesTexts } from './texts.ts';

interface Props {
  readonly texts: TablesTexts;
  readonly screens: { readonly count: number; readonly behind: number | null };
}

/** How many screens say that they show a table, and how old what they show is. */
export const ScreensLine = ({ texts, screens: { count, behind } }: Props) => {
  const state =
    behind === null || behind === 0 ? texts['screens.upToDate'] : counted(texts, 'behind', behind);
  return (
    <p className={`tables__screens ${count === 0 || behind ? 'tables__screens--wrong' : ''}`}>
      <Icon name="monitor" />
      <span>
        {count === 0
          ? texts['screens.none']
          : say(texts['screens.line'], { screens: counted(texts, 'screens', count), state })}
      </span>
    </p>
  );
};
