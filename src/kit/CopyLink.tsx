import { useRef, useState } from 'react';
import type { Elements } from './elements.ts';

interface Props {
  readonly texts: Readonly<Record<'copied' | 'failed', string>>;
  readonly label: string;
  readonly address: string;
  /** Shown in place of an address that isn't known yet. */
  readonly waiting?: string | undefined;
  readonly copyText: (text: string) => Promise<boolean>;
  readonly testId?: string;
  /** Further buttons. */
  readonly children?: Elements;
}

/** An address or other text in full, with a button to copy it. */
export const CopyLink = (props: Props) => {
  const { texts, label, address, waiting, copyText, testId, children } = props;
  const [copied, setCopied] = useState<boolean | null>(null);
  const box = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    const done = await copyText(address);
    setCopied(done);
    // Copying failed: select the text for copying by hand.
    if (!done && box.current) getSelection()?.selectAllChildren(box.current);
  };
  return (
    <>
      <code
        translate="no"
        className="address"
        ref={box}
        dir={waiting === undefined ? 'ltr' : undefined}
        data-testid={testId}
      >
        {waiting ?? address}
      </code>
      <div className="button-row">
        <button className="button" type="button" disabled={waiting !== undefined} onClick={() => void copy()}>
          {label}
        </button>
        {children}
      </div>
      <p className="note" role="status">
        {copied !== null && texts[copied ? 'copied' : 'failed']}
      </p>
    </>
  );
};
