import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { createDemo } from '../../stores/demo/demo.ts';
import { demoEnvironment } from '../../stores/environment/demo.ts';
import styles from '../../styles/demo-hero.scss?inline';
import { addStyles } from '../board/add-styles.ts';
import { PadLayer } from '../desk/PadLayer.tsx';
import { useMedia } from '../pad/useMedia.ts';
import { Invitation, Phone, Television, type DemoProps, type PartProps } from './parts.tsx';

/** Where the pad fits beside the television; keep in step with `demo-hero.scss`. */
const WIDE = '(width >= 62rem)';

/** The demo in place of the front page's board: the visitor continues the match it shows. */
export default function DemoHero(props: DemoProps) {
  const { players, texts, table, demoPath } = props;
  const [demo] = useState(() => createDemo(demoEnvironment('hero', players, table)));
  const { desk, padSettings, finish } = demo;
  const scored = useStore(desk.$scored);
  const wide = useMedia(WIDE);
  const [open, setOpen] = useState(true);
  const [pad, setPad] = useState(true);
  const again = useRef<HTMLButtonElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const parts: PartProps = { ...props, demo };
  // The demo's styles are loaded only when it starts.
  useEffect(() => addStyles(styles, 'after'), []);

  const close = (): void => {
    setOpen(false);
    finish();
  };
  const playable = open && scored !== null;
  useEffect(() => {
    const node = root.current;
    if (!playable || !node) return;
    node.scrollIntoView({ block: 'nearest' });
    // A layer over the page takes the focus by itself.
    node.querySelector<HTMLElement>('.pad-room--placed > .pad')?.focus({ preventScroll: true });
  }, [playable]);
  useEffect(() => {
    if (!open) again.current?.focus();
  }, [open]);

  if (!open) {
    return (
      <div className="demo demo--closed">
        <Invitation {...parts} />
        <button
          className="button demo__again"
          type="button"
          ref={again}
          onClick={() => {
            setPad(true);
            setOpen(true);
          }}
        >
          {texts.demo.hero.again}
        </button>
      </div>
    );
  }
  return (
    <div className="demo demo--hero" ref={root}>
      <div className="demo__stage">
        <Television {...parts} />
        {wide && <Phone {...parts} />}
        <div className="demo__beneath">
          <div className="demo__ways">
            {!wide && (
              <button
                className="button button--primary"
                type="button"
                disabled={!scored}
                onClick={() => setPad(true)}
              >
                {texts.demo.hero.pad}
              </button>
            )}
            <a className="button" href={demoPath}>
              {texts.demo.hero.page}
            </a>
            <button className="button button--quiet" type="button" onClick={close}>
              {texts.demo.hero.back}
            </button>
          </div>
          <Invitation {...parts} />
        </div>
      </div>
      {!wide && pad && (
        <PadLayer
          desk={desk}
          texts={texts}
          title={table}
          settings={padSettings}
          onClose={() => setPad(false)}
        />
      )}
    </div>
  );
}
