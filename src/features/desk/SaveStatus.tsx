import { formatFailure } from '../../i18n/format.ts';
import { useStore } from '@nanostores/react';
import type { PartProps } from './props.ts';
import { notOnAir } from './not-on-air.ts';

/** The result of the last Save. */
export const SaveStatus = ({ desk, texts }: PartProps) => {
  const saving = useStore(desk.$saving, { ssr: 'initial' });
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  const { edits } = useStore(desk.$draft, { ssr: 'initial' });
  const dirty = Object.keys(edits).length > 0;
  const waits = saving.status === 'saving' ? notOnAir(scored, texts) : null;
  const words = {
    idle: dirty ? texts.dashboard.form.unsaved : '',
    saving: waits ?? texts.dashboard.form.saving,
    saved: dirty ? texts.dashboard.form.unsaved : texts.dashboard.form.saved,
    failed: '',
  }[saving.status];
  const failed = saving.status === 'failed';
  return (
    <>
      <div role="alert" className={failed ? 'alert alert--error' : undefined}>
        {failed && formatFailure(texts.dashboard.form.saveFailed, saving.failure, texts)}
      </div>
      <p
        className={`desk__status desk__status--${waits !== null || (dirty && saving.status === 'saved') ? 'idle' : saving.status}`}
        role="status"
        data-testid="save-status"
      >
        {words}
      </p>
    </>
  );
};
