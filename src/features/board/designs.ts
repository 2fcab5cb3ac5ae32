import BAIZE from '../../core/overlay/designs/baize.ts';
import type { Palettes } from '../../core/overlay/designs/palette.ts';
import type { Design } from '../../core/overlay/look.ts';
import { addStyles } from '../../kit/add-styles.ts';

interface Module<Content> {
  readonly default: Content;
}

/** Loads a design's palettes and adds its styles. */
const design = async (
  palettes: Promise<Module<Palettes>>,
  styles: Promise<Module<string>>,
): Promise<Palettes> => {
  const [its, css] = await Promise.all([palettes, styles]);
  addStyles(css.default, 'design');
  return its.default;
};

/** Every design but the default is loaded only when used. */
export const DESIGN_PARTS: Readonly<Record<Design, () => Promise<Palettes>>> = {
  baize: async () => Promise.resolve(BAIZE),
  clear: async () =>
    design(import('../../core/overlay/designs/clear.ts'), import('./designs/clear.scss?inline')),
  slate: async () =>
    design(import('../../core/overlay/designs/slate.ts'), import('./designs/slate.scss?inline')),
  ribbon: async () =>
    design(import('../../core/overlay/designs/ribbon.ts'), import('./designs/ribbon.scss?inline')),
  chalk: async () =>
    design(import('../../core/overlay/designs/chalk.ts'), import('./designs/chalk.scss?inline')),
  club: async () =>
    design(import('../../core/overlay/designs/club.ts'), import('./designs/club.scss?inline')),
};
