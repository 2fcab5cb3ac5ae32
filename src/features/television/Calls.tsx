import { isUpright } from '../../core/overlay/layouts.ts';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { screenTitle } from '../../core/branding/branding.ts';
import { namesOf } from '../../core/room/party.ts';
import type { Call } from '../../core/television/waiting.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { createTimer } from '../../browser/timer.ts';
import { serverNow } from './server-turns.ts';
import { oneLine, type FitSizes } from '../board/fit-text.ts';
import { useDesignVariables } from '../board/useDesignVariables.ts';
import { useFit } from '../board/useFit.ts';
import { Arrow } from './Arrow.tsx';
import { partySizes, partyText } from './party.ts';
import { minTextPixels } from './min-text-size.ts';
import type { ScreenProps } from './props.ts';

interface Props extends Pick<ScreenProps, 'look' | 'texts' | 'time'> {
  /** The latest first. */
  readonly calls: readonly Call[];
  /** In server time. */
  readonly largeUntilMillis: number;
}

/** A strip has room for this many calls; more would mean that nobody answers calls. */
const MOST = 9;
const ABREAST = { landscape: 3, upright: 1 } as const;
/** Pairs have the width of the screen before they are abreast. */
const PAIRS_BELOW = 2;
/** Fractions of the screen's height. */
const PART = { large: 1 / 4, small: 1 / 8 } as const;

/** Whether a server time is in the future. */
const useBefore = (time: Props['time'], millis: number): boolean => {
  const [passed, setPassed] = useState(0);
  const leftMillis = millis - serverNow(time);
  useEffect(() => {
    const timer = createTimer();
    const wait = (): void => {
      const left = millis - serverNow(time);
      if (left > 0) timer.set(left, wait);
      else setPassed(millis);
    };
    wait();
    return timer.stop;
  }, [time, millis]);
  return passed !== millis && leftMillis > 0;
};

interface OneProps extends Pick<Props, 'texts'> {
  readonly call: Call;
  readonly sizes: FitSizes;
}

/** A called party's name, and its table. */
const OneCall = ({ call: { party, table }, sizes, texts }: OneProps) => {
  const box = useRef<HTMLLIElement>(null);
  const title = table ? screenTitle(table.title, texts.overlay.numberedTable) : '';
  const name = partyText(party, texts.television.list.nameless);
  // The first of a pair comes first, in whatever letters.
  const isPair = namesOf(party).length > 1;
  useFit(box, `${name} ${title}`, partySizes(party, sizes));
  return (
    <li ref={box} className="on-air__fit tv-calls__one" data-testid="call">
      <div className="on-air__text">
        <bdi translate="no" className="tv-calls__name" dir={isPair ? LOCALES[texts.locale].dir : undefined}>
          {name}
        </bdi>
        {title !== '' && (
          <>
            <Arrow />
            <bdi translate="no">{title}</bdi>
          </>
        )}
      </div>
    </li>
  );
};

/**
 * The called parties and their tables, below the current turn. A call is large at first, then smaller until the party
 * comes.
 */
export const Calls = ({ calls, largeUntilMillis, look, texts, time }: Props) => {
  const isLarge = useBefore(time, largeUntilMillis);
  const variables = useDesignVariables(look);
  const seen = calls.slice(0, MOST);
  const upright = isUpright({ width: innerWidth, height: innerHeight });
  const below = seen.some(({ party }) => namesOf(party).length > 1) ? PAIRS_BELOW : 1;
  const columns = Math.min(Math.ceil(seen.length / below), upright ? ABREAST.upright : ABREAST.landscape);
  const rows = Math.ceil(seen.length / columns);
  const height = innerHeight * PART[isLarge ? 'large' : 'small'];
  const least = minTextPixels();
  // The letter size: a fraction of a row's height, which excludes the line above large rows, the space around rows, and
  // the dots of letters.
  const line = Math.max(least, Math.floor(((height * (isLarge ? 0.56 : 0.7)) / rows) * 0.58));
  const sizes = oneLine(line, least);
  const { lang, dir } = LOCALES[texts.locale];
  return (
    <section
      className="tv-calls"
      lang={lang}
      dir={dir}
      role="status"
      data-testid="calls"
      data-large={isLarge || undefined}
      style={
        { ...variables, '--strip': `${height}px`, '--columns': columns, '--rows': rows } as CSSProperties
      }
    >
      {isLarge && <h2 className="tv-calls__title">{texts.television.list.called}</h2>}
      <ul className="tv-calls__list">
        {seen.map((call) => (
          <OneCall key={call.party.id} call={call} sizes={sizes} texts={texts} />
        ))}
      </ul>
    </section>
  );
};
