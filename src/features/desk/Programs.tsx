import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { sourceSize } from '../../core/overlay/overlay-link.ts';
import type { Look } from '../../core/overlay/look.ts';
import type { Elements } from '../../kit/elements.ts';

interface ProgramProps {
  readonly name: string;
  readonly steps: string;
  /** The settings, labelled as in the program. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  readonly children?: Elements;
}

const Program = ({ name, steps, settings, children }: ProgramProps) => (
  <section className="panel look__program" aria-label={name}>
    <h3 className="heading">
      <bdi translate="no">{name}</bdi>
    </h3>
    <p>{steps}</p>
    <dl className="look__settings">
      {settings.map(([setting, value]) => (
        <div key={setting}>
          <dt>
            <bdi translate="no">{setting}</bdi>
          </dt>
          <dd>
            <bdi translate="no">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
    {children}
  </section>
);

interface Props {
  readonly look: Look;
  readonly texts: ScreenTexts;
}

/** The settings for each program that make a look appear as chosen. */
export const Programs = ({ look, texts }: Props) => {
  const size = sourceSize(look);
  const page = [
    [texts.look.obs.url, texts.look.thisLink],
    [texts.look.obs.width, String(size.width)],
    [texts.look.obs.height, String(size.height)],
  ] as const;
  const source = [
    ...page,
    [texts.look.obs.frameRate, texts.look.programs.off],
    [texts.look.obs.css, texts.look.programs.leave],
    [texts.look.obs.shutdown, texts.look.programs.off],
    [texts.look.obs.refresh, texts.look.programs.off],
  ] as const;
  return (
    <section className="look__programs" aria-labelledby="look-programs">
      <h2 className="heading" id="look-programs">
        {texts.look.programs.title}
      </h2>
      <div className="look__program-list">
        <Program name="OBS Studio" steps={texts.look.obs.steps} settings={source}>
          <p className="field__hint">{texts.look.obs.why}</p>
        </Program>
        <Program name="Streamlabs Desktop" steps={texts.look.streamlabs.steps} settings={page}>
          <p className="field__hint">{texts.look.streamlabs.rest}</p>
        </Program>
        <Program
          name="vMix"
          steps={texts.look.vmix.steps}
          settings={[
            ['URL', texts.look.thisLink],
            ['Width', String(size.width)],
            ['Height', String(size.height)],
          ]}
        >
          <p className="field__hint">{texts.look.vmix.after}</p>
        </Program>
      </div>
    </section>
  );
};
