import { useRef, useState, type ReactNode } from 'react';
import type { TablesTexts } from './texts.ts';

interface Props {
  readonly texts: TablesTexts;
  readonly label: string;
  readonly address: string;
  readonly copyText: (text: string) => Promise<boolean>;
  /** Other buttons beside it. */
  readonly children?: ReactNode;
}

/** An address in full, and a button that copies it. */
export const CopyLink = ({ texts, label, address, copyText, children }: Props) => {
  const [copied, setCopied] = useState<boolean | null>(null);
  const box = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    const done = await copyText(address);
    setCopied(done);
    // By hand, then: the link stands selected.
    if (!done && box.current) getSelection()?.selectAllChildren(box.current);
  };
  return (
    <>
      <code className="desk__address" ref={box} dir="ltr">
        {address}
      </code>
      <div className="button-row">
        <button className="button" type="button" onClick={() => void copy()}>
          {label}
        </button>
        {children}
      </div>
      <p className="desk__note" role="status">
        {copied !== null && texts[copied ? 'copied' : 'copyFailed']}
      </p>
    </>
  );
};
