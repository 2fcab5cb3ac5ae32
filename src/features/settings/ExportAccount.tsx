import { useStore } from '@nanostores/react';
import { formatMessage, formatFailure } from '../../i18n/format.ts';
import type { AccountFile, ExportState } from './account-file.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';

interface Props {
  readonly accountFile: AccountFile;
  readonly texts: ScreenTexts;
}

const said = (state: ExportState, { account, locale }: ScreenTexts): string => {
  if (state.status === 'done') return account.export.done;
  if (state.status !== 'writing') return '';
  return formatMessage(account.export.writing, { count: new Intl.NumberFormat(locale).format(state.lines) });
};

/** Exports the account to a file, with progress and a key to stop. */
export const ExportAccount = ({ accountFile, texts }: Props) => {
  const state = useStore(accountFile.$export, { ssr: 'initial' });
  return (
    <section className="panel part">
      <h2 className="heading">{texts.account.export.title}</h2>
      <p>{texts.account.export.about}</p>
      {state.status === 'writing' ? (
        <button className="button" type="button" onClick={accountFile.stop}>
          {texts.account.export.stop}
        </button>
      ) : (
        <button className="button button--primary" type="button" onClick={() => void accountFile.start()}>
          {texts.account.export.start}
        </button>
      )}
      <p className="note" role="status">
        {said(state, texts)}
      </p>
      {state.status === 'failed' && (
        <div className="alert alert--error" role="alert">
          {formatFailure(texts.account.export.failed, state.failure, texts)}
        </div>
      )}
    </section>
  );
};
