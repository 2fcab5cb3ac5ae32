import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createDemo } from './demo.ts';
import { demoEnvironment } from './environment.ts';
import styles from '../../styles/demo-hero.scss?inline';
import { useStyles } from '../../kit/add-styles.ts';
import { Icon } from '../../kit/Icon.tsx';
import { DESKTOP } from '../../config/media.ts';
import { useMedia } from '../pad/useMedia.ts';
import { useBack } from '../../kit/useBack.ts';
import { Invitation, Phone, Television, type DemoProps, type PartProps } from './parts.tsx';

interface LayerProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Covers the page. */
const Layer = ({ title, onClose, children }: LayerProps) => {
  const layer = useRef<HTMLDialogElement>(null);
  useEffect(() => layer.current?.showModal(), []);
  return (
    // A phone's Back key may close a dialog without the page's own handler.
    <dialog className="demo demo--layer" aria-label={title} ref={layer} onClose={onClose}>
      {children}
    </dialog>
  );
};

/** The demo in place of the front page's board: the visitor continues the match it shows. */
export default function DemoHero(props: DemoProps) {
  const { players, texts, table, demoPath } = props;
  const [demo] = useState(() => {
    const board = document.querySelector<HTMLElement>('[data-rack]');
    return createDemo(demoEnvironment({ playedOn: Number(board?.dataset['rack'] ?? 0) }, players, table));
  });
  const scored = useStore(demo.desk.$scored);
  const wide = useMedia(DESKTOP);
  const [open, setOpen] = useState(true);
  const again = useRef<HTMLButtonElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const parts: PartProps = { ...props, demo };
  // The demo's styles are loaded only when it starts.
  useStyles(styles);

  const close = (): void => {
    setOpen(false);
    demo.finish();
  };
  const leaveBy = useBack('overPage', open, close);
  const back = (): void => leaveBy(close);
  const playable = open && scored !== null;
  useEffect(() => {
    const node = stage.current;
    if (!playable || !node) return;
    // Scrolls to the top, so that the header doesn't cover the headline.
    if (wide) node.parentElement?.scrollIntoView();
    node.querySelector<HTMLElement>('.pad')?.focus({ preventScroll: true });
  }, [playable, wide]);
  useEffect(() => {
    if (!open) again.current?.focus();
  }, [open]);

  if (!open) {
    return (
      <div className="demo demo--closed">
        <Invitation {...parts} />
        <button className="button" type="button" ref={again} onClick={() => setOpen(true)}>
          {texts.demo.hero.again}
        </button>
      </div>
    );
  }
  const page = (
    <a className="button" href={demoPath}>
      {texts.demo.hero.page}
    </a>
  );
  if (!wide) {
    return (
      <Layer title={texts.demo.title} onClose={back}>
        <div className="demo__stage" ref={stage}>
          <div className="demo__bar">
            {page}
            <button className="icon-button" type="button" aria-label={texts.demo.hero.back} onClick={back}>
              <Icon name="close" />
            </button>
          </div>
          <Television {...parts} />
          <Invitation {...parts} />
          <Phone {...parts} />
        </div>
      </Layer>
    );
  }
  return (
    <div className="demo demo--hero">
      <div className="demo__stage" ref={stage}>
        <Television {...parts} />
        <Phone {...parts} />
        <div className="demo__beneath">
          <div className="demo__ways">
            {page}
            <button className="button button--quiet" type="button" onClick={back}>
              {texts.demo.hero.back}
            </button>
          </div>
          <Invitation {...parts} />
        </div>
      </div>
    </div>
  );
}
