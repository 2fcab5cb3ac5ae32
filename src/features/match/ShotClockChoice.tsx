import { formatMessage } from '../../i18n/format.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { SHOT_DEFAULTS } from '../../rules/shot.ts';
import type { ShotPreset } from '../../rules/format.ts';
import { formatOf } from '../../core/match/new-match-draft.ts';
import { Choice } from './Choice.tsx';
import type { DraftProps } from './props.ts';
import { TextField } from './TextField.tsx';

const figures = (texts: TextsOf<'match'>, preset: ShotPreset): string | undefined => {
  if (preset === 'off' || preset === 'own') return undefined;
  const { seconds, warnSeconds: warn } = SHOT_DEFAULTS[preset];
  return formatMessage(texts.match.new.shotIs, { seconds, warn });
};

/** The choice of shot clock: off, an association's preset, or custom. */
export const ShotClockChoice = ({ draft, texts, edit, typed }: DraftProps) => {
  const { game, clock } = draft;
  const { clocks, extensions } = formatOf(game);
  if (clocks.length === 0) return null;
  return (
    <>
      <Choice
        cards
        legend={texts.match.new.shotClock}
        options={clocks.map((preset) => ({
          value: preset,
          label: texts.match.new.shot[preset],
          note: figures(texts, preset),
        }))}
        value={clock}
        onChoose={(preset) => edit({ clock: preset })}
      />
      {clock === 'own' && (
        <div className="new-match__figures">
          <TextField {...typed('seconds')} numeric label={texts.match.new.seconds} />
          <TextField {...typed('warn')} numeric label={texts.match.new.warn} />
          {extensions && <TextField {...typed('afterBreak')} numeric label={texts.match.new.afterBreak} />}
          {extensions && <TextField {...typed('extension')} numeric label={texts.match.new.extension} />}
          {extensions && <TextField {...typed('extensions')} numeric label={texts.match.new.extensions} />}
        </div>
      )}
    </>
  );
};
