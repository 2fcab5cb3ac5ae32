import BAIZE from '../../core/overlay/designs/baize.ts';
import type { Faces } from '../../core/overlay/designs/face.ts';
import type { Design } from '../../core/overlay/look.ts';

interface Module<Content> {
  readonly default: Content;
}

/** A design's faces, whose styles the page has by then. A link to those would want to be in the page's policy. */
const design = async (faces: Promise<Module<Faces>>, styles: Promise<Module<string>>): Promise<Faces> => {
  const [its, css] = await Promise.all([faces, styles]);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css.default);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return its.default;
};

/** Each design but the usual one is fetched when it is drawn: a page pays for no other. */
export const DESIGN_PARTS: Readonly<Record<Design, () => Promise<Faces>>> = {
  baize: async () => Promise.resolve(BAIZE),
  clear: async () =>
    design(
      import('../../core/overlay/designs/clear.ts'),
      import('../../styles/on-air/designs/clear.scss?inline'),
    ),
  slate: async () =>
    design(
      import('../../core/overlay/designs/slate.ts'),
      import('../../styles/on-air/designs/slate.scss?inline'),
    ),
  ribbon: async () =>
    design(
      import('../../core/overlay/designs/ribbon.ts'),
      import('../../styles/on-air/designs/ribbon.scss?inline'),
    ),
  chalk: async () =>
    design(
      import('../../core/overlay/designs/chalk.ts'),
      import('../../styles/on-air/designs/chalk.scss?inline'),
    ),
  club: async () =>
    design(
      import('../../core/overlay/designs/club.ts'),
      import('../../styles/on-air/designs/club.scss?inline'),
    ),
};
