import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { screenTitle } from '../../core/branding/branding.ts';
import type { Device } from './device.ts';
import type { Elements } from '../../kit/elements.ts';
import type { DeskTexts } from '../../kit/venue-texts.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { OneTableDesk } from './OneTableDesk.tsx';

interface Props {
  readonly texts: DeskTexts & TextsOf<'device'>;
  readonly device: Device;
  /** The explanation, and the label of the button to continue. */
  readonly said: { readonly title: string; readonly text: string; readonly again: string };
  readonly goOn: () => void;
}

interface WordsProps extends Props {
  readonly isUnsent: boolean;
  readonly heading: 'h1' | 'h2';
  readonly children?: Elements;
}

/** The explanation and the button to continue, with a hint that unsent scores must be passed on. */
const Words = ({ texts, said, goOn, isUnsent, heading: Heading, children }: WordsProps) => {
  const { title, text, again } = said;
  const { unsent, warning } = texts.device.removed;
  return (
    <>
      <Heading className="desk__title">{title}</Heading>
      <p role="status">
        <span>{text}</span> {isUnsent && Heading === 'h1' && <span>{unsent}</span>}
      </p>
      {children}
      <button className="button device__key" type="button" onClick={goOn}>
        {again}
      </button>
      {isUnsent && <p className="field__hint">{warning}</p>}
    </>
  );
};

/**
 * The screen of a removed device, or of a remote that was moved to another table. Shows the table that was open, and
 * tables with actions that can't be sent.
 */
export const Removed = ({ texts, device, said, goOn }: Props) => {
  const left = useStore(device.$left);
  const [chosen, setChosen] = useState<string | null>(null);
  const table = left?.tables.find(({ id }) => id === chosen) ?? left?.tables[0];
  const words = { texts, device, said, goOn, isUnsent: left?.isUnsent ?? false };
  return (
    <>
      <section className="panel device">
        <Words {...words} heading="h1">
          {left && left.tables.length > 1 && (
            <div className="button-row">
              {left.tables.map(({ id, title: name }) => (
                <button
                  key={id}
                  className="button"
                  type="button"
                  aria-pressed={id === table?.id}
                  onClick={() => setChosen(id)}
                >
                  <bdi translate="no">{screenTitle(name, texts.overlay.numberedTable)}</bdi>
                </button>
              ))}
            </div>
          )}
        </Words>
      </section>
      {left && table && (
        <OneTableDesk
          key={table.id}
          texts={texts}
          device={device}
          id={left.device}
          table={table}
          // The pad covers the text above it.
          stopped={
            <section className="panel device">
              <Words {...words} heading="h2" />
            </section>
          }
        />
      )}
    </>
  );
};
