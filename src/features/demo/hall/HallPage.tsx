import { useStore } from '@nanostores/react';
import { lazy, useState } from 'react';
import styles from '../../../styles/hall-screens.scss?inline';
import { useStyles } from '../../../kit/add-styles.ts';
import { createHall } from './hall.ts';
import type { HallProps } from './props.ts';
import { WhenSeen } from './WhenSeen.tsx';

const SCREENS = {
  television: lazy(() => import('./HallTelevision.tsx')),
  room: lazy(() => import('./HallRoom.tsx')),
  overlay: lazy(() => import('./HallOverlay.tsx')),
} as const;

/** One evening of a sample venue on a television, at the counter and over a video. */
export default function HallPage({ names, texts }: HallProps) {
  const [hall] = useState(() => createHall(names));
  const isPlaying = useStore(hall.$isPlaying, { ssr: 'initial' });
  useStyles(styles, 'base');
  return (
    <div className="hall wrap">
      <button className="button hall__toggle" type="button" onClick={hall.toggle}>
        {texts.hall[isPlaying ? 'pause' : 'play']}
      </button>
      {(['television', 'room', 'overlay'] as const).map((name) => {
        const Screen = SCREENS[name];
        return (
          <section className="hall__part" key={name}>
            <h2>{texts.hall[name].title}</h2>
            <p>{texts.hall[name].text}</p>
            <WhenSeen className={`hall__${name}`}>
              <div className="hall__screen">
                <Screen hall={hall} texts={texts} />
              </div>
            </WhenSeen>
          </section>
        );
      })}
      <p className="hall__note">{texts.hall.note}</p>
    </div>
  );
}
