import { useState, type ComponentProps } from 'react';

/** The addresses of loaded logos, and whether each is too light for a white ground: a board shows them again and again. */
const known = new Map<string, boolean>();

/** Reads a logo's colours; fetched when the first logo is shown. */
const look = async (logo: HTMLImageElement, address: string): Promise<void> => {
  const { isLight } = await import('../browser/logo-pixels.ts');
  known.set(address, isLight(logo));
};

interface Props extends Omit<ComponentProps<'img'>, 'onLoad'> {
  readonly src: string;
  /** Called when the logo has loaded and its ground is known. */
  readonly onReady?: (logo: HTMLImageElement) => void;
}

/** A sponsor's logo, with `data-light` if it needs a dark ground. */
export const Logo = ({ src, onReady, ...rest }: Props) => {
  const [, setLooked] = useState('');
  return (
    <img
      {...rest}
      // Its colours can be read only if its server allows it, which ours does.
      crossOrigin="anonymous"
      src={src}
      data-light={known.get(src) === true ? true : undefined}
      onLoad={({ currentTarget }) => {
        const ready = (): void => {
          setLooked(src);
          onReady?.(currentTarget);
        };
        if (known.has(src)) ready();
        // Without its part, it stays on white.
        else void look(currentTarget, src).then(ready, ready);
      }}
    />
  );
};
