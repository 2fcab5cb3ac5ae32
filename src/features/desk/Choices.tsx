import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { useId } from 'react';
import { SCALE_STEP } from '../../core/overlay/overlay-link.ts';
import { LAYOUT_NAMES, LAYOUTS } from '../../core/overlay/layouts.ts';
import { DESIGNS, SCALES, type Look } from '../../core/overlay/look.ts';
import { THEMES } from '../../core/overlay/board.ts';
import { LOCALE_NAMES, LOCALES } from '../../i18n/locales.ts';
import type { OverlayLink } from './overlay-link.ts';
import { Choice, type Option } from '../match/Choice.tsx';
import type { PartProps } from './props.ts';
import { Thumbnail } from './Thumbnail.tsx';

interface Props {
  readonly desk: PartProps['desk'];
  readonly overlayLink: OverlayLink;
  readonly look: Look;
  readonly texts: ScreenTexts;
}

/** The initial custom accent: the site's brass. */
const FIRST_ACCENT = 'f2c14e';

const percent = (scale: number): string => `${Math.round(scale * 100)} %`;

const named = <Name extends string>(
  names: readonly Name[],
  labels: Readonly<Record<Name, string>>,
): readonly Option<Name>[] => names.map((value) => ({ value, label: labels[value] }));

/** The size in steps, as a percentage of the layout's own. */
const Size = ({ overlayLink, look, texts }: Props) => {
  const id = useId();
  return (
    <div className="field look__size">
      <label className="field__label" htmlFor={id}>
        {texts.look.size}
      </label>
      <output htmlFor={id} dir="ltr">
        {percent(look.scale)}
      </output>
      <input
        id={id}
        type="range"
        {...SCALES}
        step={SCALE_STEP}
        value={look.scale}
        aria-valuetext={percent(look.scale)}
        onChange={({ target }) => overlayLink.choose({ scale: Number(target.value) })}
      />
    </div>
  );
};

/** The design's accent colour or a custom one. */
const Accent = ({ overlayLink, look: { accent }, texts }: Props) => (
  <Choice
    legend={texts.look.accent.title}
    options={[
      { value: 'design', label: texts.look.accent.design },
      { value: 'own', label: texts.look.accent.own },
    ]}
    value={accent === null ? 'design' : 'own'}
    onChoose={(whose) => overlayLink.choose({ accent: whose === 'own' ? FIRST_ACCENT : null })}
  >
    {accent !== null && (
      <input
        className="look__colour"
        type="color"
        aria-label={texts.look.accent.colour}
        value={`#${accent}`}
        onChange={({ target }) => overlayLink.choose({ accent: target.value.slice(1) })}
      />
    )}
  </Choice>
);

/** All the options of a look. */
export const Choices = (props: Props) => {
  const { desk, overlayLink, look, texts } = props;
  return (
    <section className="panel look__choices" aria-labelledby="look-choices">
      <h2 className="heading" id="look-choices">
        {texts.look.choices}
      </h2>
      <Choice
        legend={texts.look.layout}
        options={named(LAYOUT_NAMES, texts.look.layouts).map((option) => ({
          ...option,
          picture: <Thumbnail placed desk={desk} look={{ ...look, layout: option.value }} texts={texts} />,
        }))}
        value={look.layout}
        onChoose={(layout) => overlayLink.choose({ layout })}
      />
      <Choice
        legend={texts.look.design}
        options={named(DESIGNS, texts.look.designs).map((option) => ({
          ...option,
          picture: (
            <Thumbnail
              placed={false}
              desk={desk}
              look={{ ...look, layout: 'corner', design: option.value }}
              texts={texts}
            />
          ),
        }))}
        value={look.design}
        onChoose={(design) => overlayLink.choose({ design })}
      />
      <Choice
        legend={texts.look.theme}
        options={named(THEMES, texts.look.themes)}
        value={look.theme}
        onChoose={(theme) => overlayLink.choose({ theme })}
      />
      <Choice
        legend={texts.look.language}
        options={LOCALE_NAMES.map((value) => ({
          value,
          label: (
            <span className="endonym" lang={LOCALES[value].lang}>
              {LOCALES[value].label}
            </span>
          ),
        }))}
        value={look.locale}
        onChoose={(locale) => overlayLink.choose({ locale })}
      />
      <Size {...props} />
      <Accent {...props} />
      <Choice
        legend={texts.look.motion.title}
        options={[
          { value: 'usual', label: texts.look.motion.usual },
          { value: 'none', label: texts.look.motion.none },
        ]}
        value={look.still ? 'none' : 'usual'}
        onChoose={(motion) => overlayLink.choose({ still: motion === 'none' })}
      />
      {LAYOUTS[look.layout].sponsors ? (
        <Choice
          legend={texts.look.sponsors.title}
          options={[
            { value: 'on', label: texts.look.sponsors.on },
            { value: 'none', label: texts.look.sponsors.none },
          ]}
          value={look.sponsors ? 'on' : 'none'}
          onChoose={(sponsors) => overlayLink.choose({ sponsors: sponsors === 'on' })}
        />
      ) : (
        <p className="field__hint">{texts.look.sponsors.noPlace}</p>
      )}
      <div className="look__reset">
        <p className="field__hint">{texts.look.kept}</p>
        <button className="button button--quiet" type="button" onClick={overlayLink.reset}>
          {texts.look.reset}
        </button>
      </div>
    </section>
  );
};
