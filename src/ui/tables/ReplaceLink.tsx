import type { Failure } from '../../core/failure.ts';
import { Ask } from './Ask.tsx';
import type { TablesTexts } from './texts.ts';

interface Props {
  readonly texts: TablesTexts;
  readonly replace: () => Promise<Failure | null>;
}

/** Gives a table another overlay link, after asking: the old one is dark at once. */
export const ReplaceLink = ({ texts, replace }: Props) => (
  <Ask
    common={texts}
    opener={{ text: texts['overlay.replace'], className: 'button button--quiet' }}
    title={texts['overlay.ask']}
    confirm={texts['overlay.confirm']}
    change={replace}
  >
    <p>{texts['overlay.warning']}</p>
  </Ask>
);
