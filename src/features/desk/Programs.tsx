import type { VenueTexts } from '../../kit/venue-texts.ts';
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
  readonly texts: VenueTexts;
}

/** The settings for each program that make a look appear as chosen. */
export const Programs = ({ look, texts }: Props) => {
  const size = sourceSize(look);
  const page = [
    [texts.air.obs.url, texts.air.thisLink],
    [texts.air.obs.width, String(size.width)],
    [texts.air.obs.height, String(size.height)],
  ] as const;
  const source = [
    ...page,
    [texts.air.obs.frameRate, texts.air.programs.off],
    [texts.air.obs.css, texts.air.programs.leave],
    [texts.air.obs.shutdown, texts.air.programs.off],
    [texts.air.obs.refresh, texts.air.programs.off],
  ] as const;
  return (
    <section className="look__programs" aria-labelledby="look-programs">
      <h2 className="heading" id="look-programs">
        {texts.air.programs.title}
      </h2>
      <div className="look__program-list">
        <Program name="OBS Studio" steps={texts.air.obs.steps} settings={source}>
          <p className="field__hint">{texts.air.obs.why}</p>
        </Program>
        <Program name="Streamlabs Desktop" steps={texts.air.streamlabs.steps} settings={page}>
          <p className="field__hint">{texts.air.streamlabs.rest}</p>
        </Program>
        <Program
          name="vMix"
          steps={texts.air.vmix.steps}
          settings={[
            ['URL', texts.air.thisLink],
            ['Width', String(size.width)],
            ['Height', String(size.height)],
          ]}
        >
          <p className="field__hint">{texts.air.vmix.after}</p>
        </Program>
      </div>
    </section>
  );
};
