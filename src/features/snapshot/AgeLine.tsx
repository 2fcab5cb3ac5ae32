import type { TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import type { SnapshotViewer } from './snapshot.ts';
import { Glyph } from './Glyph.tsx';
import { formatAge, formatAgeMark } from './words.ts';

interface Props {
  readonly viewer: SnapshotViewer;
  readonly texts: TextsOf<'snapshot'>;
}

const SIGNS = { live: 'live', fresh: 'clock', ageing: 'late', stale: 'alert' } as const;

/** The age of the picture on screen, in words, icon, weight and colour. */
export const AgeLine = ({ viewer, texts }: Props) => {
  const age = useStore(viewer.$age, { ssr: 'initial' });
  const { earlier } = useStore(viewer.$viewing, { ssr: 'initial' });
  if (!age) return <p className="snapshot__age" />;
  const tone = earlier ? 'earlier' : age.tone;
  return (
    <p className={`snapshot__age snapshot__age--${tone}`} data-testid="snapshot-age" data-tone={tone}>
      <Glyph name={earlier ? 'history' : SIGNS[age.tone]} />
      <span className="snapshot__age-words">
        <strong className="snapshot__mark">
          {earlier ? texts.snapshot.mark.earlier : formatAgeMark(age, texts)}
        </strong>{' '}
        <span>{formatAge(age, texts)}</span>
      </span>
    </p>
  );
};
