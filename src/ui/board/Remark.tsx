import type { Shown } from '../../core/overlay/shown.ts';
import { Said } from './Said.tsx';
import type { LayoutTexts } from './texts.ts';

interface Props {
  readonly remark: Shown['remark'];
  readonly texts: LayoutTexts;
}

/** What is true of both sides. */
export const Remark = ({ remark, texts }: Props) =>
  remark !== null && (
    <Said texts={texts} className="on-air__remark" testId={`overlay-${remark}`}>
      {remark === 'respotted' && <span className="ball ball--black" aria-hidden="true" />}
      {texts[remark]}
    </Said>
  );
