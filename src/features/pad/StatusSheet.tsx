import type { TextsOf } from '../../i18n/texts.ts';
import { useState } from 'react';
import type { Scored, Scoring } from '../match/scoring.ts';
import { copyText } from '../../browser/clipboard.ts';
import { opensOffline } from '../../browser/offline.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { PadWords, SheetOf } from '../pad-parts/props.ts';
import { saidStatus } from './about.ts';
import { syncStatusOf } from './sync-status.ts';

interface Props {
  readonly scored: Scored;
  readonly scoring: Scoring;
  readonly texts: TextsOf<'match' | 'pad'>;
  readonly words: PadWords;
  readonly close?: () => void;
}

/** Whether viewers see what was scored here, and what to do if they don't. */
export const StatusWords = ({ scored, scoring, texts, words, close }: Props) => {
  const [copied, setCopied] = useState<boolean | null>(null);
  const { pending, held, screens } = scored;
  const status = syncStatusOf(scored);
  const unsent = status === 'forbidden' ? scoring.unsent().flatMap(words.unsent) : [];
  const stopped = status === 'forbidden' ? words.stopped : null;
  return (
    <div className="pad-about">
      {!stopped && <p>{saidStatus(scored, status, texts)}</p>}
      {unsent.length > 0 && (
        <>
          <p>{texts.pad.about.unsent}</p>
          <ul className="pad-about__unsent">
            {unsent.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
          <button
            type="button"
            className="pad-key pad-choices__choice"
            data-key="copy"
            onClick={() => void copyText(unsent.join('\n')).then(setCopied)}
          >
            {texts.pad.about.copy}
          </button>
          <p role="status">{copied !== null && texts.pad.about[copied ? 'copied' : 'copyFailed']}</p>
        </>
      )}
      {stopped}
      {status === 'readOnly' && (
        <button
          type="button"
          className="pad-key pad-choices__choice"
          data-key="reload"
          onClick={() => location.reload()}
        >
          {texts.pad.about.reload}
        </button>
      )}
      {!stopped && (
        <p className="pad-about__screens">
          <span>{formatMessage(texts.pad.about.screens, { n: screens.count })}</span>
          {(screens.behind ?? 0) > 0 && (
            <span>{` · ${formatMessage(texts.pad.about.behind, { n: screens.behind ?? 0 })}`}</span>
          )}
        </p>
      )}
      {!opensOffline() && <p className="pad-about__screens">{texts.pad.about.staysOpen}</p>}
      {status !== 'forbidden' && status !== 'readOnly' && (
        <button
          type="button"
          className="pad-key pad-choices__choice"
          onClick={() => {
            if (held) scoring.release();
            else scoring.hold();
            close?.();
          }}
        >
          {!held
            ? texts.pad.more.hold
            : pending > 0
              ? formatMessage(texts.pad.foot.release, { n: pending })
              : texts.pad.foot.releaseNone}
        </button>
      )}
    </div>
  );
};

export const statusSheet = (scoring: Scoring, texts: TextsOf<'match' | 'pad'>, words: PadWords): SheetOf => ({
  title: texts.pad.about.title,
  draw: (scored, close) => (
    <StatusWords scored={scored} scoring={scoring} texts={texts} words={words} close={close} />
  ),
});
