import type { TextsOf } from '../../i18n/texts.ts';
import type { Shown } from '../../rules/shown.ts';
import { Said } from './Said.tsx';

interface Props {
  readonly remark: Shown['remark'];
  readonly texts: TextsOf<'overlay'>;
}

/** A remark about the match as a whole. */
export const Remark = ({ remark, texts }: Props) =>
  remark !== null && (
    <Said texts={texts} className="on-air__remark" testId={`overlay-${remark}`}>
      {remark === 'respotted' && <span className="ball ball--black" aria-hidden="true" />}
      <span>{texts.overlay[remark]}</span>
    </Said>
  );
