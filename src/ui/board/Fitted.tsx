import { useLayoutEffect, useRef } from 'react';
import { fitText, type FitSizes } from './fit-text.ts';

interface Props {
  readonly text: string;
  readonly className: string;
  readonly testId: string;
  readonly sizes: FitSizes;
}

/** A text as large as its place allows. */
export const Fitted = ({ text, className, testId, sizes }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let gone = false;
    const fit = (): void => {
      if (box.current && !gone) fitText(box.current, sizes);
    };
    fit();
    // Measured again when the script that this name is written in has its font.
    void document.fonts.ready.then(fit);
    document.fonts.addEventListener('loadingdone', fit);
    return () => {
      gone = true;
      document.fonts.removeEventListener('loadingdone', fit);
    };
  }, [text, sizes]);
  // The key makes a changed text a new element, which plays its entrance once.
  return (
    <div ref={box} className={`on-air__fit ${className}`} data-testid={testId}>
      <div key={text} className="on-air__text">
        <bdi>{text}</bdi>
      </div>
    </div>
  );
};
