import { useState } from 'react';
import type { Scored, Scoring } from '../../stores/match/scoring.ts';
import { copyText } from '../../stores/environment/clipboard.ts';
import { opensOffline } from '../../stores/environment/offline.ts';
import { say } from '../say.ts';
import type { SheetOf } from './props.ts';
import { standingOf } from './standing.ts';
import type { PadTexts } from './texts.ts';

interface Props {
  readonly scored: Scored;
  readonly scoring: Scoring;
  readonly texts: PadTexts;
  readonly close?: () => void;
}

/** How what was scored here stands to what viewers see, and what can be done about it. */
export const StandingWords = ({ scored, scoring, texts, close }: Props) => {
  const [copied, setCopied] = useState<boolean | null>(null);
  const { pending, held, screens } = scored;
  const standing = standingOf(scored);
  const kept = standing === 'forbidden' ? scoring.unsent() : '';
  return (
    <div className="pad-about">
      <p>{say(texts[`about.${standing}`], { n: pending })}</p>
      {kept && (
        <>
          <pre className="pad-about__kept">{kept}</pre>
          <button
            type="button"
            className="pad-key pad-choices__choice"
            data-key="copy"
            onClick={() => void copyText(kept).then(setCopied)}
          >
            {texts['about.copy']}
          </button>
          <p role="status">{copied !== null && texts[copied ? 'about.copied' : 'about.copyFailed']}</p>
        </>
      )}
      {standing === 'readOnly' && (
        <button
          type="button"
          className="pad-key pad-choices__choice"
          data-key="reload"
          onClick={() => location.reload()}
        >
          {texts['about.reload']}
        </button>
      )}
      <p className="pad-about__screens">
        {say(texts['about.screens'], { n: screens.count })}
        {(screens.behind ?? 0) > 0 && ` · ${say(texts['about.behind'], { n: screens.behind ?? 0 })}`}
      </p>
      {!opensOffline() && <p className="pad-about__screens">{texts['about.staysOpen']}</p>}
      {standing !== 'forbidden' && standing !== 'readOnly' && (
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
            ? texts['more.hold']
            : pending > 0
              ? say(texts['foot.release'], { n: pending })
              : texts['foot.releaseNone']}
        </button>
      )}
    </div>
  );
};

export const standingSheet = (scoring: Scoring, texts: PadTexts): SheetOf => ({
  title: texts['about.title'],
  draw: (scored, close) => <StandingWords scored={scored} scoring={scoring} texts={texts} close={close} />,
});
